import Primitives

/// The rule that a number shown where the user signs in must be given on the device, so that no user approves another's sign-in by habit.
public enum NumberMatching: Sendable, Equatable {
    /// It is typed; the device isn't told which it is.
    case entered
    /// It is picked from some.
    case selected([Int])

    /// The name that the platform writes.
    public var name: String {
        switch self {
        case .entered: "ENTER_MANUALLY"
        case .selected: "SELECT_NUMBER"
        }
    }

    var json: JSONValue {
        var object: JSONObject = ["type": .string(name)]
        if case .selected(let options) = self { object["options"] = .array(options.map { .integer(Int64($0)) }) }
        return .object(object)
    }

    init(_ members: Members) throws(DeviceError) {
        switch try members.text("type") {
        case "ENTER_MANUALLY": self = .entered
        case "SELECT_NUMBER":
            let options = (members.object["options"]?.array ?? []).compactMap { $0.integer.flatMap { Int(exactly: $0) } }
            guard (2...10).contains(options.count), options.allSatisfy((0...99).contains) else {
                throw members.wrong("options", "2 to 10 numbers below 100")
            }
            self = .selected(options)
        default: throw members.wrong("type", "ENTER_MANUALLY or SELECT_NUMBER")
        }
    }
}
