import ArgumentParser
import Foundation
import JourneyEngine
import Services

/// `gatehouse policy`
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Policies: who may do what with the resources that other servers protect.",
        subcommands: [
            PolicyListCommand.self, PolicyShowCommand.self, PolicySaveCommand.self, PolicyDeleteCommand.self, PolicyEvaluateCommand.self,
        ])
}

extension Domain {
    /// The policy set of a name that somebody typed.
    func existingPolicySet(_ name: String, in realm: Realm) async throws -> PolicySet {
        guard let set = try await policies.set(name, in: realm.id) else {
            throw CommandFailure("there is no policy set \(name) in realm \(realm.path); see gatehouse policy list")
        }
        return set
    }
}

/// A policy set's file, YAML or JSON; `-` is standard input.
enum PolicyFile {
    /// Reads and checks a file.
    /// - Throws: a failure with a line for each problem.
    static func read(_ path: String) throws -> PolicySet {
        let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        guard let data, let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure("the policy file \(path) can't be read; check its name and permissions")
        }
        do { return try PolicySet(json: try FileText.json(text)) } catch let error as JourneyDefinitionError {
            throw CommandFailure(error.problems.map { "\(path): \($0)" })
        } catch let error as PolicyFileError { throw CommandFailure(error.problems.map { "\(path): \($0)" }) }
    }
}
