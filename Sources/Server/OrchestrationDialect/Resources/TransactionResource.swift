import CommandChannel
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/users/{user}/transactions/validate`: signatures of data, typed or by a request to the user's devices.
enum TransactionResource {
    static let routes: [OrchestrationRoute] = [
        .post(
            "users/:userID/transactions/validate", "Have a user sign, or judge a signature", Transaction.form, changes: .signIns,
            gives: RequestResource.shape, validate)
    ]

    private static func validate(_ call: OrchestrationReader.CustomerCall, _ asked: Transaction) async throws -> JSONObject {
        let user = try call.user
        guard asked.data.standard == nil || asked.delivery.isEmpty && asked.timeout == nil && asked.passKey == nil else {
            throw OrchestrationRefusal(.invalid, "a signature is judged at once: no orchestrationDelivery, timeout or passKey goes with it")
        }
        let occasion = RiskOccasion(
            address: asked.clientIP, session: asked.sessionID, browser: try asked.deviceData?.browser.fingerprint)
        let risk = try await call.orchestrations.evaluate(.transaction, of: user, occasion, call.customer)
        switch (asked.data.standard, asked.data.message) {
        case (let signed?, nil): return try await judge(signed, risk, call)
        case (nil, let message?):
            guard !asked.delivery.isEmpty else { throw OrchestrationRefusal(.invalid, "orchestrationDelivery is missing") }
            var order = Orchestrations.RequestOrder(
                .remoteTransaction, for: user,
                display: try OrchestrationReader.CustomerCall.display(message.fields.map { DisplayData.Pair($0.key.text, $0.value.text) }),
                by: call.asker)
            order.risk = risk
            order.method = (asked.passKey ?? .pin).method
            return try await call.ask(order, asked.delivery, timeout: asked.timeout)
        default: throw OrchestrationRefusal(.invalid, "data has one of standard and transactionMessage")
        }
    }

    private static func judge(
        _ signed: SignedFields, _ risk: RiskAnswer?, _ call: OrchestrationReader.CustomerCall
    ) async throws -> JSONObject {
        let fields: TransactionFields
        do throws(TransactionFields.Fault) { fields = try TransactionFields(signed.fields) } catch {
            throw OrchestrationRefusal(.invalid, "there are 1 to 8 fields of at most 16 characters")
        }
        return try await call.judge(
            .signature(signed.signature, fields), of: try call.user, authenticator: signed.serialNumber, risk)
    }
}

private struct Transaction: Shaped {
    var objectType: TransactionObject?
    var data = TransactionData()
    var passKey: PassKey?
    var delivery: [Delivery] = []
    var timeout: Int?
    var clientIP: String?
    var sessionID: String?
    var deviceData: DeviceDataBody?

    static let shapeName = "Transaction"
    static let members: [Member<Self>] = [
        Member("objectType", optional: \.objectType, .choice), Member("data", \.data, .object, .required),
        Member("passKey", optional: \.passKey, .choice), Member("orchestrationDelivery", \.delivery, .set(.choice, count: 0...2)),
        Member("timeout", optional: \.timeout, .integer(0...300)), Member("clientIP", optional: \.clientIP, .address),
        Member("sessionID", optional: \.sessionID, .text(1...128)), Member("cddc", optional: \.deviceData, .object),
    ]
}

private struct TransactionData: Shaped {
    var standard: SignedFields?
    var message: TransactionMessage?

    static let shapeName = "TransactionData"
    static let members: [Member<Self>] = [
        Member("standard", optional: \.standard, .object), Member("transactionMessage", optional: \.message, .object),
    ]
}

private struct SignedFields: Shaped {
    var fields: [String] = []
    var signature = ""
    var serialNumber: String?

    static let shapeName = "SignedFields"
    static let members: [Member<Self>] = [
        Member("dataFields", \.fields, .list(.text(0...64), count: 1...TransactionFields.most), .required),
        Member("signature", \.signature, .text(1...32), .required), Member("serialNumber", optional: \.serialNumber, .text(10...16)),
    ]
}

private struct TransactionMessage: Shaped {
    var fields: [KeyedText] = []

    static let shapeName = "TransactionMessage"
    static let members: [Member<Self>] = [
        Member("dataFields", \.fields, .list(.object, count: 1...DisplayData.most), .required)
    ]
}

private struct KeyedText: Shaped {
    var key = TextBody()
    var value = TextBody()

    static let shapeName = "KeyedText"
    static let members: [Member<Self>] = [Member("key", \.key, .object, .required), Member("value", \.value, .object, .required)]
}
