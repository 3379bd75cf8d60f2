package import JourneyMessages
package import JourneyModel
import Primitives
import Translations

/// The reason why a question of a step is asked again.
struct Complaint: Sendable {
    /// The question's place in the step, from 0.
    let index: Int
    let policy: FailedPolicy
    /// Whether the node complains; else the answer was missing or of no use, which may be all right for the node.
    let isOfNode: Bool

    init(_ index: Int, _ policy: FailedPolicy, isOfNode: Bool) {
        self.index = index
        self.policy = policy
        self.isOfNode = isOfNode
    }
}

extension FailedPolicy {
    /// The policy that an answer of no use didn't keep to.
    init(_ error: JourneyMessageError) {
        switch error.code {
        case .tooLarge: self.init(.maximumLength, ["maxLength": .integer(Int64(StepLimits.text))])
        case .noSuchChoice: self.init(.offered)
        default: self.init(.validType)
        }
    }
}

extension Turn {
    /// The place in the step of the question that was asked last.
    package var lastQuestion: Int { callbacks.count - 1 }

    /// Says why a question is asked again, which a node does before it waits; nothing is said where it is asked for the first time.
    ///
    /// - Parameter index: the question's place by ``lastQuestion``; nil for the question that was asked last.
    package mutating func complain(_ policy: FailedPolicy, about index: Int? = nil) {
        guard wasSubmitted else { return }
        complaints.append(Complaint(index ?? lastQuestion, policy, isOfNode: true))
    }

    /// The number of reasons so far, for ``settle(_:_:since:)``.
    package var complaintCount: Int { complaints.count }

    /// Drops the reasons of a node that continues, and those that a node that waits for something else has no use for.
    ///
    /// - Parameter count: the number of reasons before the node ran.
    package mutating func settle(_ type: NodeType, _ result: NodeResult, since count: Int = 0) {
        // A node that withdraws what it asked has taken the reasons back as well.
        let count = min(count, complaints.count)
        let counts = type.repetition == .atFields || type.repetition == .inside
        let own = complaints[count...].filter { result == .waiting && ($0.isOfNode || counts) }
        let told = Set(own.lazy.filter(\.isOfNode).map(\.index))
        complaints.replaceSubrange(count..., with: own.filter { $0.isOfNode || !told.contains($0.index) })
    }

    /// Puts the reasons into the step: as an output of each question that is asked again, and for questions of which no client knows that
    /// output as a text at the end, where it moves no question from its place.
    ///
    /// A client that only has a value looked at while it is typed is told of values, not of fields that the user hasn't come to. One that
    /// only asks whether a wait is over has left nothing out.
    mutating func explain() {
        guard !complaints.isEmpty else { return }
        let onlyValidates = answers?.onlyValidate == true
        if callbacks.contains(where: { $0.type == .pollingWait }) { complaints.removeAll { !$0.isOfNode } }
        let policies = Language(preferring: client.languages).catalogue.pages.policies
        var texts: [Callback] = []
        for complaint in complaints where callbacks.indices.contains(complaint.index) {
            guard callbacks[complaint.index].hasPolicies || !onlyValidates else { continue }
            let callback = callbacks[complaint.index].failing(complaint.policy)
            callbacks[complaint.index] = callback
            guard !callback.hasPolicies else { continue }
            let message = "\(callback.label ?? text(Self.answer)) \(policies.explanation(complaint.policy))"
            texts.append(TextStatement(message, .error, about: Step.inputName(complaint.index)).callback)
        }
        callbacks += texts.prefix(max(0, StepLimits.callbacks - callbacks.count))
        complaints = []
    }

    /// The name of a question that has none.
    private static let answer = LocalizedText(\.answer)
}

extension Callback {
    /// The text by which a user knows a question, as the beginning of a sentence; nil for one that an app answers.
    fileprivate var label: String? {
        let text = output("displayName")?.string ?? output("prompt")?.string ?? ""
        return text.isEmpty ? nil : "\(text):"
    }
}
