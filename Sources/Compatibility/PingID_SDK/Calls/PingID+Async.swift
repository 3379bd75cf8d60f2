import CallbackBridge
import Foundation
import Primitives

/// The asynchronous forms that Swift's importer gives the header's calls with a completion block (SE-0297): a failure is thrown, and where the block
/// may bring no list or dictionary, theirs is empty.
#if canImport(ObjectiveC)
@nonobjc
#endif
extension PingID {
    /// The form of ``setRootDetection(_:dataCenter:withCompletionBlock:)``.
    nonisolated(nonsending) public static func setRootDetection(_ toActivate: Bool, dataCenter: PIDDataCenterType) async throws {
        try await answered { done in setRootDetection(toActivate, dataCenter: dataCenter, withCompletionBlock: { done((), $0) }) }
    }

    /// The form of ``getNextRestrictiveOneTimePasscode(_:)``; the status of a failure isn't told.
    @discardableResult
    nonisolated(nonsending) public static func nextRestrictiveOneTimePasscode() async throws -> (String, PIDOneTimePasscodeStatus) {
        try await answered { done in getNextRestrictiveOneTimePasscode { done(($0, $1), $2) } }
    }

    /// The form of ``setUserSelection(_:completionBlock:)``.
    nonisolated(nonsending) public static func setUserSelection(_ selection: PIDUserSelectionObject) async throws {
        try await answered { done in setUserSelection(selection, completionBlock: { done((), $0) }) }
    }

    /// The form of ``setAuthenticationUserSelection(_:completionBlock:)``.
    nonisolated(nonsending) public static func setAuthenticationUserSelection(_ selection: PIDUserSelectionObject) async throws {
        try await answered { done in setAuthenticationUserSelection(selection, completionBlock: { done((), $0) }) }
    }

    /// The form of ``setServerPayload(_:completionBlock:)``.
    @discardableResult
    nonisolated(nonsending) public static func setServerPayload(_ serverPayload: String) async throws -> (PIDFlowState, [Any]) {
        try await answered { done in setServerPayload(serverPayload, completionBlock: { done(($0, $1 ?? []), $2) }) }
    }

    /// The form of ``postIDPAuthenticationStep(withDataCenter:completionBlock:)``.
    @discardableResult
    nonisolated(nonsending) public static func postIDPAuthenticationStep(
        withDataCenter dataCenter: PIDDataCenterType
    ) async throws -> (PIDFlowState, [Any]) {
        try await answered { done in
            postIDPAuthenticationStep(withDataCenter: dataCenter, completionBlock: { done(($0, $1 ?? []), $2) })
        }
    }

    /// The form of ``handleRemoteNotification(_:completion:)``.
    @discardableResult
    nonisolated(nonsending) public static func handleRemoteNotification(
        _ userInfo: [AnyHashable: Any]
    ) async throws -> (PIDRemoteNotificationType, [Any], [AnyHashable: Any]) {
        try await answered { done in handleRemoteNotification(userInfo, completion: { done(($0, $1 ?? [], $2 ?? [:]), $3) }) }
    }

    /// The form of ``handleAction(withIdentifier:forRemoteNotification:completionBlock:)``.
    nonisolated(nonsending) public static func handleAction(
        withIdentifier identifier: String, forRemoteNotification userInfo: [AnyHashable: Any]
    ) async throws {
        try await answered { done in
            handleAction(withIdentifier: identifier, forRemoteNotification: userInfo, completionBlock: { done((), $0) })
        }
    }

    /// The form of ``sendLogs(_:)``.
    @discardableResult
    nonisolated(nonsending) public static func sendLogs() async throws -> String {
        try await answered { done in sendLogs { done($0 ?? "", $1) } }
    }

    nonisolated(nonsending) private static func answered<Value>(
        by call: (@escaping (Value, (any Error)?) -> Void) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Handoff<Value>, any Error>) in
            call { value, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: Handoff(value)) }
            }
        }.value
    }
}
