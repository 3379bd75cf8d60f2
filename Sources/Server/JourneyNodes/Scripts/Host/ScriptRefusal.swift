import Directory
import Foundations
import JourneyEngine
import JourneyModel
import ResourceMessages

/// The refusal of a script's call, in words for the script.
struct ScriptRefusal: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }

    /// Runs `body`, and turns what the domain refuses into words for the script.
    static func mapping<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as DomainError { throw ScriptRefusal(error.reason) } catch let error
            as PolicyViolation
        { throw ScriptRefusal("\(error)") } catch let error as PatchError { throw ScriptRefusal("\(error)") } catch let error
            as QueryFilterError
        { throw ScriptRefusal("\(error)") }
    }
}
