import Crypto
import DeviceFoundation
import FRCore
import Foundation
import Testing

extension Documentation {
    @Suite("An app's own items in the keychain")
    struct Keychain {
        private let store = InMemoryStore()

        private func service(_ options: KeychainOptions) -> KeychainService { KeychainService(options, in: StoredItems(store)) }

        @Test("texts, truth values and bytes are kept, replaced, listed and removed")
        func values() {
            let items = service(KeychainOptions(service: "bank"))
            #expect(items.set("first", key: "text") && items.set("second", key: "text") && !items.set(nil, key: "text"))
            #expect(items.set(true, key: "yes") && items.set(false, key: "no") && items.set(Data([0xFF]), key: "bytes"))
            #expect(items.getString("text") == "second" && items.getBool("yes") == true && items.getBool("no") == false)
            #expect(items.getData("bytes") == Data([0xFF]) && items.getString("bytes") == nil && items.getString("none") == nil)
            let all = items.allItems()
            #expect(all?.keys.sorted() == ["bytes", "no", "text", "yes"] && all?["text"] as? String == "second")
            #expect(all?["bytes"] as? Data == Data([0xFF]))
            #expect(items.delete("text") && items.delete("text") && items.getString("text") == nil)
            #expect(items.deleteAll() && items.allItems()?.isEmpty == true)
        }

        @Test("items of another service, access group or server are others'")
        func places() throws {
            let url = try #require(URL(string: "https://bank.example.com/"))
            let places = [
                KeychainOptions(service: "bank"), KeychainOptions(service: "shop"), KeychainOptions(service: "bank", accessGroup: "shared"),
                KeychainOptions(url: url),
            ].map(service)
            for (number, place) in places.enumerated() { #expect(place.set("\(number)", key: "text")) }
            for (number, place) in places.enumerated() { #expect(place.getString("text") == "\(number)") }
            #expect(places[0].deleteAll())
            for place in places.dropFirst() { #expect(place.getString("text") != nil) }
        }

        @Test("values are sealed by a key, and those that it didn't seal, or that were changed, aren't there")
        func sealed() throws {
            let plain = service(KeychainOptions(service: "bank"))
            func sealed(_ seal: Seal) -> KeychainService {
                KeychainService(plain.options, in: SealedItems(StoredItems(store), by: seal))
            }
            let (items, others) = (sealed(Seal()), sealed(Seal()))
            #expect(items.set("a text", key: "text") && items.set(true, key: "yes") && plain.set("open", key: "plain"))
            #expect(items.getString("text") == "a text" && items.getBool("yes") == true)
            #expect(others.getString("text") == nil && items.getString("plain") == nil)
            let kept = try #require(plain.getData("text"))
            #expect(kept.range(of: Data("a text".utf8)) == nil)
            for index in kept.indices {
                var changed = kept
                changed[index] ^= 1
                #expect(plain.set(changed, key: "text") && items.getString("text") == nil)
            }
            #expect(plain.set(kept, key: "text") && !sealed(Seal(isBroken: true)).set("another", key: "text"))
            #expect(items.getString("text") == "a text" && items.allItems()?.keys.sorted() == ["text", "yes"])
            #expect(items.delete("text") && plain.getData("text") == nil)
            #expect(items.deleteAll() && plain.allItems()?.isEmpty == true)
        }

        @Test("without a store each call is refused")
        func refused() {
            let items = KeychainService(KeychainOptions(service: "bank"), in: StoredItems(nil))
            #expect(!items.set("text", key: "text") && items.getString("text") == nil && items.allItems() == nil)
            #expect(!items.delete("text") && !items.deleteAll())
        }
    }
}

/// A key in this process, in place of the Secure Enclave's.
private struct Seal: ItemSeal {
    let key = SymmetricKey(size: .bits256)
    var isBroken = false

    func sealed(_ value: Data) -> Data? {
        guard !isBroken else { return nil }
        return try? AES.GCM.seal(value, using: key).combined
    }

    func opened(_ sealed: Data) -> Data? {
        (try? AES.GCM.SealedBox(combined: sealed)).flatMap { try? AES.GCM.open($0, using: key) }
    }
}
