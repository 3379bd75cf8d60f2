package import JourneyMessages
import Synchronization

/// Asks the steps of one journey, each beneath a line with its number.
package final class StepCounter: Sendable {
    private let title: String
    private let user: any JourneyConversation
    private let number = Mutex(0)

    package init(title: String, _ user: any JourneyConversation = TerminalConversation()) {
        self.title = title
        self.user = user
    }

    /// Says which step begins.
    func begin() {
        let step = number.withLock { number in
            number += 1
            return number
        }
        user.say("\(title) · step \(step)")
    }

    package func answer(_ step: inout Step) throws {
        begin()
        try StepPrompt(user).answer(&step)
    }
}
