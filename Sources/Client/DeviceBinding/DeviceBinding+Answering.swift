public import JourneyMessages
public import Primitives

extension DeviceBinding {
    /// The answer to a question: what was bound, or what went wrong, in the word that the server knows it by.
    public func answer(_ question: DeviceBindingQuestion, deviceName: String? = nil) async -> DeviceBindingOutcome {
        do { return try await bind(question, deviceName: deviceName) } catch { return .failed(error.clientError) }
    }

    /// The answer to a question: what was signed, or what went wrong, in the word that the server knows it by.
    public func answer(
        _ question: DeviceSigningQuestion, claims: JSONObject = JSONObject(), selector: any KeySelector = FirstKey()
    ) async -> DeviceSigningOutcome {
        do { return try await sign(question, claims: claims, selector: selector) } catch { return .failed(error.clientError) }
    }
}
