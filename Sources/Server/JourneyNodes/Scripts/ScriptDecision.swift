import JourneyEngine
import JourneyModel
import Primitives

/// The decision of a script, read from what its process gathered. None of it is believed.
struct ScriptDecision {
    private static let longestText = 8192
    private static let mostProperties = 64

    let outcome: String?
    let callbacks: [JSONValue]
    let changes: JSONValue?
    /// nil removes a property.
    let sessionProperties: [(name: String, value: String?)]
    let dress: PageDress
    /// The text for the user while the journey waits for a link.
    let suspended: String?
    let errorMessage: String?
    let lockoutMessage: String?
    let identifiedUser: String?
    let maxSessionTime: Int?
    let maxIdleTime: Int?
    let audit: JSONValue?

    init(_ json: JSONValue) {
        func text(_ name: String) -> String? { json[name]?.string.map { String($0.prefix(Self.longestText)) } }
        func minutes(_ name: String) -> Int? { json[name]?.integer.flatMap { (1...525_600).contains($0) ? Int($0) : nil } }
        outcome = json["outcome"]?.string
        callbacks = json["callbacks"]?.array ?? []
        changes = json["changes"]
        let properties = json["sessionProperties"]?.object?.members ?? []
        sessionProperties = properties.prefix(Self.mostProperties).map { ($0.name, $0.value.string) }
        dress = PageDress(stage: text("stage"), header: text("header"), description: text("description"))
        suspended = text("suspended")
        errorMessage = text("errorMessage")
        lockoutMessage = text("lockoutMessage")
        identifiedUser = text("identifiedUser")
        maxSessionTime = minutes("maxSessionTime")
        maxIdleTime = minutes("maxIdleTime")
        audit = json["audit"]
    }

    /// Takes over into the state what is to hold at the end of the run.
    func apply(to state: inout JourneyState) {
        for (name, value) in sessionProperties { state.sessionProperties[name] = value }
        state.failureMessage = errorMessage ?? state.failureMessage
        state.lockoutMessage = lockoutMessage ?? state.lockoutMessage
        state.sessionTime = maxSessionTime ?? state.sessionTime
        state.idleTime = maxIdleTime ?? state.idleTime
    }
}
