import Directory
import HTTPBase
import SignIn
import Services
import Foundation
import HTTPTypes
import JourneyMessages
import JourneyModel
import Primitives
import Testing

/// A browser that goes through a journey of the server over HTTP.
final class LiveLogin: @unchecked Sendable {  // one test uses it, in turn
    let server: OrchestrationServer
    private(set) var step: Step?
    private(set) var answer: JSONValue = .null

    init(_ server: OrchestrationServer) { self.server = server }

    var isDone: Bool { answer["tokenId"] != nil }

    /// The text of the message that the journey ended with.
    func says(_ text: String) -> Bool { answer.text.contains(text) }

    var hidden: HiddenValue? {
        for case .hiddenValue(let value) in (step?.callbacks ?? []).map(\.kind) { return value }
        return nil
    }

    var wait: PollingWait? {
        for case .pollingWait(let value) in (step?.callbacks ?? []).map(\.kind) { return value }
        return nil
    }

    var buttons: [String]? {
        for case .confirmation(let question) in (step?.callbacks ?? []).map(\.kind) { return question.options }
        return nil
    }

    /// Begins a journey, by the name of a user.
    @discardableResult
    func begin(_ journey: String, as user: String = "tom", in realm: String = "alpha") async throws -> LiveLogin {
        try await post("?authIndexType=service&authIndexValue=\(journey)", [], realm)
        try await send { $0.callbacks[0].input[0].value = .string(user) }
        return self
    }

    /// Looks again, as a page does that waits.
    func look() async throws { try await send { _ in } }

    /// Presses the one button there is.
    func press() async throws {
        try await send { step in
            let index = try? #require(step.callbacks.firstIndex { $0.type == .confirmation })
            if let index { step.callbacks[index].input[0].value = 0 }
        }
    }

    func send(_ edit: (inout Step) -> Void) async throws {
        var step = try #require(step, "\(answer)")
        edit(&step)
        try await post("", step.json.encoded)
    }

    /// Sends a step as it is.
    func send(_ step: Step) async throws -> JSONValue {
        try await post("", step.json.encoded)
        return answer
    }

    private func post(_ query: String, _ body: [UInt8], _ realm: String = "alpha") async throws {
        let answer = try await server.send(
            .post, "/am/json/realms/root/realms/\(realm)/authenticate\(query)",
            headers: [
                .contentType: "application/json", .known("Accept-API-Version"): "resource=2.1, protocol=1.0",
            ], body: body)
        self.answer = answer.json
        step = try? Step(json: answer.json)
    }
}

extension OrchestrationServer {
    /// Saves a journey in the realm.
    func save(_ text: String) async throws {
        let journey = try JourneyDefinition(text: text)
        try await domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
    }
}
