import DeviceFoundation
import DeviceMessages
import Foundation
import JOSE
import Primitives
import TransparencyLog
import VerifiableClaims
import WalletMessages

extension PretendRouter {
    func answer(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let url = request.url.absoluteString
        guard url.hasPrefix(service + "/") else { throw DeviceError(.notFound, "no such address") }
        let path = url.dropFirst(service.utf8.count + 1).split(separator: "/").map(String.init)
        switch (request.method, path[0], path.count) {
        case (.get, "configuration", 1): return json(configuration.json)
        case (.post, "instances", 1): return try register(request, &state)
        case (.patch, "instances", 2): return try change(request, &state)
        case (.delete, "instances", 2): return try erase(request, &state)
        case (.post, "instances", 3): return try rotate(request, &state)
        case (.get, "instances", 3): return try keys(of: path[1], state)
        case (.post, "nonces", 1): return try nonce(request, &state)
        case (.post, "stamps", 1): return try stamps(request, &state)
        case (.put, "mailboxes", 4): return try put(request, path, &state)
        case (.get, "mailbox", 1): return try list(request, &state)
        case (.get, "mailbox", 3): return try fetch(request, path[2], &state)
        case (.delete, "mailbox", 3): return try acknowledge(request, path[2], &state)
        case (.post, "requests", 1): return try keep(request, &state)
        case (.get, "requests", 2):
            guard let kept = UUID(uuidString: path[1]).flatMap({ state.kept[$0] }), time.now < kept.expires else {
                throw DeviceError(.notFound, "no such request")
            }
            return json(kept.request)
        default: return try log(request, path, &state)
        }
    }

    func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse { HTTPResponse(status: status, body: value.encoded) }

    private var configuration: WalletConfiguration {
        WalletConfiguration(
            log: LogDescription(origin: origin, keys: [logSigner.key], witnesses: [witness.key], quorum: 1), stampKey: stampSigner.key,
            serverTime: time.now)
    }

    /// The caller, once its proof is verified.
    func sender(_ request: HTTPRequest, _ state: State) throws -> UUID {
        guard let text = request.headers[DeviceProof.field] else { throw DeviceError(.invalidProof, "no proof") }
        let proof = try UnverifiedDeviceProof(text)
        guard case .current(let thumbprint) = proof.claimed.key, let id = UUID(uuidString: proof.claimed.installation),
            let key = state.instances[id]?.signing.first?.key, key.thumbprintText == thumbprint
        else { throw DeviceError(.invalidProof, "no key of an instance's") }
        try verify(proof, key, request)
        return id
    }

    private func verify(_ proof: UnverifiedDeviceProof, _ key: JWK, _ request: HTTPRequest) throws {
        let arrived = DeviceRequest(
            method: request.method.rawValue, url: request.url.absoluteString, body: request.body, proof: request.headers[DeviceProof.field])
        _ = try proof.verify(with: try ProofKey(key), named: .chosen, of: arrived, at: time.now)
    }

    private func register(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let registration = try WalletRegistration(json: try JSONValue(parsing: request.body))
        let proof = try UnverifiedDeviceProof(request.headers[DeviceProof.field] ?? "")
        guard case .embedded(let key) = proof.claimed.key, key == registration.signing,
            proof.claimed.installation == registration.id.uuidString.lowercased()
        else { throw DeviceError(.invalidProof, "the proof isn't by the key") }
        try verify(proof, key, request)
        if let known = state.instances[registration.id] {
            guard known.signing.first?.key == registration.signing, known.agreement == registration.agreement else {
                throw DeviceError(.conflict, "the id is another's")
            }
        } else {
            let index = append(
                .key(
                    thumbprint: key.thumbprintText, issuer: registration.id.uuidString.lowercased(), notBefore: time.now, at: time.now),
                &state)
            state.instances[registration.id] = Known(
                signing: [.init(key: registration.signing, ended: nil, index: index)], agreement: registration.agreement)
        }
        state.instances[registration.id]?.reach = registration.json["push"] ?? registration.json["callback"]
        let revision = state.instances[registration.id]?.revision ?? 0
        return json(InstanceReceipt(revision: revision, configuration: configuration).json, status: 201)
    }

    private func change(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        let change = try InstanceReachChange(json: try JSONValue(parsing: request.body))
        guard change.revision == state.instances[id]?.revision else { throw DeviceError(.conflict, "another revision") }
        state.instances[id]?.revision += 1
        state.instances[id]?.reach = change.json["push"] ?? change.json["callback"]
        return json(InstanceReceipt(revision: change.revision + 1, configuration: configuration).json)
    }

    private func erase(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        state.instances[id] = nil
        state.mail[id] = nil
        return HTTPResponse(status: 204)
    }

    private func nonce(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        state.count += 1
        let nonce = "nonce-\(state.count)"
        state.instances[id]?.nonces.insert(nonce)
        return json(ServerNonce(value: nonce, purpose: .rotation, expires: time.now + 300).json, status: 201)
    }

    private func rotate(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        let rotation = try KeyRotation(json: try JSONValue(parsing: request.body))
        guard rotation.installation == id.uuidString.lowercased(), state.instances[id]?.nonces.remove(rotation.nonce) != nil else {
            throw DeviceError(.replayed, "the nonce was spent")
        }
        let index = append(
            .key(thumbprint: rotation.signing.thumbprintText, issuer: id.uuidString.lowercased(), notBefore: time.now, at: time.now), &state
        )
        state.instances[id]?.signing[0].ended = time.now
        state.instances[id]?.signing.insert(.init(key: rotation.signing, ended: nil, index: index), at: 0)
        state.instances[id]?.agreement = rotation.agreement
        return HTTPResponse(status: 204)
    }

    private func keys(of text: String, _ state: State) throws -> HTTPResponse {
        guard let id = UUID(uuidString: text), let known = state.instances[id] else { throw DeviceError(.notFound, "no such instance") }
        let signing = try known.signing.map { key in
            InstanceKeys.Signing(key: key.key, ended: key.ended, logged: try logged(key.index, state))
        }
        return json(InstanceKeys(id: id, signing: signing, agreement: known.agreement).json)
    }

    private func keep(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        let keeping = try RequestKeeping(json: try JSONValue(parsing: request.body))
        guard keeping.request.instance == id else { throw DeviceError(.policy, "another's request") }
        let kept = UUID()
        state.kept[kept] = (keeping.request.json, keeping.expires)
        let url = "\(service)/requests/\(kept.uuidString.lowercased())"
        return json(KeptRequest(id: kept, url: url, expires: keeping.expires).json, status: 201)
    }
}
