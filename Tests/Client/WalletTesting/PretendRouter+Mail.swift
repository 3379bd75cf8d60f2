import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import WalletMessages

extension PretendRouter {
    func stamps(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        let order = try StampOrder(json: try JSONValue(parsing: request.body))
        let left = state.stampsLeft[id] ?? 200
        guard order.blinded.count <= left else { throw DeviceError(.rateLimited, "no stamps are left for today") }
        state.stampsLeft[id] = left - order.blinded.count
        let signatures = order.blinded.compactMap { stampSigner.sign($0) }
        return json(StampGrant(signatures: signatures, left: left - order.blinded.count).json)
    }

    func put(_ request: HTTPRequest, _ path: [String], _ state: inout State) throws -> HTTPResponse {
        guard request.headers[DeviceProof.field] == nil else { throw DeviceError(.malformed, "the sender shows itself") }
        guard let recipient = UUID(uuidString: path[1]), let id = UUID(uuidString: path[3]),
            let stamps = Stamp.all(in: request.headers.all(Stamp.field))
        else { throw DeviceError(.malformed, "no envelope") }
        guard stamps.count >= MailLimits.stamps(for: request.body.count), stamps.allSatisfy({ stampSigner.key.accepts($0, of: origin) })
        else {
            throw DeviceError(.stamps, "too few stamps, or bad ones")
        }
        for stamp in stamps {
            guard state.spent[stamp.text] ?? id == id else { throw DeviceError(.replayed, "a stamp was spent") }
            state.spent[stamp.text] = id
        }
        guard state.instances[recipient] != nil else { return HTTPResponse(status: 202) }
        if !state.mail[recipient, default: []].contains(where: { $0.id == id }) {
            state.mail[recipient, default: []].append(Mail(id: id, bytes: request.body, stamps: stamps.map(\.text)))
        }
        return HTTPResponse(status: 202)
    }

    func list(_ request: HTTPRequest, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        let mail = state.mail[id, default: []]
        let items = mail.prefix(MailboxListing.most).map { MailboxListing.Item(id: $0.id, size: $0.bytes.count, received: time.now) }
        return json(MailboxListing(items: items, hasMore: mail.count > MailboxListing.most).json)
    }

    func fetch(_ request: HTTPRequest, _ envelope: String, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        guard let mail = state.mail[id, default: []].first(where: { $0.id == UUID(uuidString: envelope) }) else {
            throw DeviceError(.notFound, "no such envelope")
        }
        return HTTPResponse(status: 200, body: mail.bytes)
    }

    func acknowledge(_ request: HTTPRequest, _ envelope: String, _ state: inout State) throws -> HTTPResponse {
        let id = try sender(request, state)
        state.mail[id, default: []].removeAll { $0.id == UUID(uuidString: envelope) }
        return HTTPResponse(status: 204)
    }
}
