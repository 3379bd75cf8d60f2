import FRAuth
import Foundation

/// A node as the other half of the app draws it.
struct NodeForm {
    let json: String

    init(_ node: Node) {
        let form: [String: Any] = [
            "authId": node.authId, "authServiceId": node.authServiceId, "stage": node.stage ?? "", "header": node.pageHeader ?? "",
            "description": node.pageDescription ?? "", "callbacks": node.callbacks.map(Self.row),
        ]
        let data = try? JSONSerialization.data(withJSONObject: form, options: [.sortedKeys])
        json = String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static func row(_ callback: Callback) -> [String: Any] {
        var row: [String: Any] = ["type": callback.type, "inputNames": callback.inputNames, "response": callback.response]
        if let single = callback as? SingleValueCallback {
            row["prompt"] = single.prompt
            row["_id"] = single._id
        }
        if let choice = callback as? ChoiceCallback { row["choices"] = choice.choices }
        if let kba = callback as? KbaCreateCallback { row["predefinedQuestions"] = kba.predefinedQuestions }
        if let validated = callback as? AbstractValidatedCallback {
            row["policies"] = validated.policies
            row["failedPolicies"] = (validated.failedPolicies ?? []).map { ["message": $0.failedDescription()] }
        }
        return row
    }
}
