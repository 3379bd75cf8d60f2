import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import TransparencyLog
import VerifiableClaims
import WalletMessages

extension PretendRouter {
    func log(_ request: HTTPRequest, _ path: [String], _ state: inout State) throws -> HTTPResponse {
        guard path[0] == "log", path.count > 1 else { throw DeviceError(.notFound, "no such address") }
        switch (request.method, path[1]) {
        case (.post, "entries"): return try enter(request, &state)
        case (.get, "checkpoint"): return HTTPResponse(status: 200, body: try note(state).encoded)
        case (.get, "status"):
            guard let owner = state.owners[path[2]] else { throw DeviceError(.notFound, "no such claim") }
            let expiries = try state.expiries[path[2], default: []].map { try logged($0, state) }
            return json(ClaimStatus(registration: try logged(owner.index, state), expiries: expiries).json)
        case (.get, "tile"):
            let address = try TileAddress(path: path.dropFirst().joined(separator: "/"))
            guard case .entries = address.content else { return HTTPResponse(status: 200, body: try state.tree.tile(at: address)) }
            let first = address.number * TileAddress.fullWidth
            return HTTPResponse(status: 200, body: try EntryBundle.encode(Array(state.entries[first..<(first + address.width)])))
        default: throw DeviceError(.notFound, "no such address")
        }
    }

    func append(_ entry: RegistryEntry, _ state: inout State) -> Int {
        state.tree.append(.leaf(entry.encoded))
        state.entries.append(entry.encoded)
        return state.entries.count - 1
    }

    func logged(_ index: Int, _ state: State) throws -> LoggedEntry {
        let path = try LogTree(size: state.tree.size, reader: state.tree).inclusionProof(of: index).path
        return LoggedEntry(
            entry: try RegistryEntry(state.entries[index]), proof: LogProof(index: index, path: path, checkpoint: try note(state)))
    }

    private func note(_ state: State) throws -> SignedNote {
        let root = try LogTree(size: state.tree.size, reader: state.tree).root()
        var note = try Checkpoint(origin: origin, size: state.tree.size, root: root).note()
        note.signatures = [try logSigner.sign(note.text, at: time.now), try witness.sign(note.text, at: time.now)]
        return note
    }

    private func enter(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        let issuer = id.uuidString.lowercased()
        switch try LogRegistration(json: try JSONValue(parsing: request.body)) {
        case .claim(let hash, let issued):
            guard abs(issued.timeIntervalSince(time.now)) <= 300 else { throw DeviceError(.policy, "another time") }
            if let owner = state.owners[hash] {
                guard owner.issuer == id else { throw DeviceError(.conflict, "another's claim") }
                return json(try logged(owner.index, state).json, status: 201)
            }
            let index = append(.claim(dataHash: hash, issuer: issuer, at: issued), &state)
            state.owners[hash] = (id, index)
            return json(try logged(index, state).json, status: 201)
        case .expiry(let statement):
            guard let key = state.instances[id]?.signing.first?.key else { throw DeviceError(.notFound, "no such instance") }
            let expiry = try ClaimExpiry(statement, by: issuer, keys: try VerificationKey(key), at: time.now)
            guard state.owners[expiry.dataHash]?.issuer == id else { throw DeviceError(.notFound, "no such claim") }
            let index = append(
                .expiry(dataHash: expiry.dataHash, issuer: issuer, expires: expiry.expires, at: time.now), &state)
            state.expiries[expiry.dataHash, default: []].append(index)
            return json(try logged(index, state).json, status: 201)
        }
    }
}
