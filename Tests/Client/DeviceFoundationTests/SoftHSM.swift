import ClientTesting
import DeviceFoundation
import Foundation
import HardwareTokens
import Primitives
import Testing
import TokenTesting

/// A token of SoftHSM, where it is installed; one for the process, since the module reads its settings once.
enum SoftHSM {
    #if os(Linux)
    static let isReady: Bool = SoftToken.isInstalled && (try? SoftToken()) != nil

    /// - Parameter service: keys of different ones don't meet.
    static func store(_ service: String) throws -> PKCS11KeyStore {
        try PKCS11KeyStore(module: SoftToken.module, token: SoftToken.label, pin: SoftToken.pin, service: service)
    }

    static var kinds: [KeyStoreKind] {
        isReady ? [KeyStoreKind(testDescription: "PKCS#11, SoftHSM") { try store($0.file("service")) }] : []
    }
    #else
    static let kinds: [KeyStoreKind] = []
    #endif
}

#if os(Linux)
@Suite("Keys behind PKCS#11", .enabled(if: SoftHSM.isReady))
struct PKCS11Tests {
    @Test("the token gives no private number away")
    func sealed() async throws {
        let store = try SoftHSM.store("sealed")
        for use in KeyUse.allCases {
            _ = try await store.create(use.rawValue, for: use)
            #expect(await store.keepsSecret(use.rawValue))
        }
        #expect(try await store.names() == ["agreement", "signing"])
    }

    @Test("keys of another service aren't seen")
    func services() async throws {
        let (one, two) = (try SoftHSM.store("one"), try SoftHSM.store("two"))
        let point = try await one.create("a", for: .signing)
        #expect(try await two.publicKey("a") == nil)
        #expect(try await two.create("a", for: .signing) != point)
        try await two.delete("a")
        #expect(try await one.publicKey("a") == point)
    }

    @Test("many signatures at once, by several sessions")
    func parallel() async throws {
        let (one, two) = (try SoftHSM.store("parallel"), try SoftHSM.store("parallel"))
        _ = try await one.create("a", for: .signing)
        let signatures = await withTaskGroup(of: [UInt8]?.self) { group in
            for index in 0..<40 { group.addTask { try? await (index % 2 == 0 ? one : two).sign([UInt8(index)], with: "a") } }
            return await group.reduce(into: Set<[UInt8]>()) { if let signature = $1 { $0.insert(signature) } }
        }
        #expect(signatures.count == 40)
    }

    @Test("no module, no token")
    func refused() {
        #expect(throws: KeyError(.refused, "")) { try PKCS11KeyStore(module: "/nowhere.so", token: SoftToken.label, pin: SoftToken.pin) }
        #expect(throws: KeyError(.absent, "")) { try PKCS11KeyStore(module: SoftToken.module, token: "other", pin: SoftToken.pin) }
    }
}
#endif
