import ArgumentParser
import DeviceFoundation
import Foundation
import Primitives
import VerifiableClaims
import Wallet
import WalletMessages

/// The service in whose name claims are issued: a folder with its id and keys, and the references of its claims.
struct IssuerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The issuer's folder with its id and keys, made if it doesn't exist. One command at a time uses it.", valueName: "directory"),
        completion: .directory)
    var issuer = "claim-issuer"
    @Option(
        help: ArgumentHelp(
            "The server's address for wallets, {base}/wallets/{realm}/v1/. The folder remembers it from the first time.", valueName: "url"))
    var server: String?
    @OptionGroup var authorities: AuthoritiesOption

    /// Opens the issuer, and makes it known to the server when it isn't yet.
    func open() async throws -> Wallet {
        let address = try address()
        let store = try FileVault("\(issuer)/vault", key: .file("\(issuer)/key"))
        let device = Device(transport: try authorities.transport(), store: store, keepsCookies: false)
        // The command's own arguments are the consent: it shares nothing else.
        let wallet = try await Wallet.open(
            WalletClientConfiguration(address: address, consent: ConsentByCall(), name: "issuer"), on: device)
        try await wallet.register()
        try Self.write(Array(address.utf8), to: addressFile)
        return wallet
    }

    /// Keeps the reference of a claim that was issued, by which it can be expired. It has none of the claim's keys and values.
    func keep(_ claim: ClaimHead) throws { try Self.write(JSONValue.object(claim.json).encoded, to: file(of: claim.id)) }

    /// The reference of a claim that this issuer has issued.
    /// - Parameter text: the claim's id, or its `dataHash`.
    func kept(_ text: String) throws -> ClaimHead {
        guard let id = UUID(text: text) ?? ClaimHead.id(of: text) else {
            throw CommandFailure("\(text) is neither the id of a claim nor its dataHash")
        }
        guard let data = FileManager.default.contents(atPath: file(of: id)) else {
            throw CommandFailure("\(issuer) has issued no claim \(id.text)")
        }
        guard let members = (try? JSONValue(parsing: Array(data), limits: ClaimFile.limits))?.object, let claim = try? ClaimHead(members)
        else {
            throw CommandFailure("\(file(of: id)) can't be read")
        }
        return claim
    }

    private func address() throws -> String {
        // The folder's own file: no byte order mark.
        let known = try? String(contentsOfFile: addressFile, encoding: .utf8)
        let named = server.map { WalletService(pingBaseURL: $0).base }
        guard let address = named ?? known else {
            throw CommandFailure("\(issuer) knows no server yet; name one by --server http://…/wallets/{realm}/v1/")
        }
        guard known == nil || known == address else {
            throw CommandFailure("the issuer in \(issuer) is with \(known ?? ""); name another folder by --issuer")
        }
        return address
    }

    private var addressFile: String { "\(issuer)/server" }
    private func file(of claim: UUID) -> String { "\(issuer)/claims/\(claim.text).json" }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(bytes).write(to: url, options: .atomic)
    }
}
