import Primitives

/// A request with a device's proof as it arrived: nothing in it is verified.
package struct DeviceRequest: Sendable {
    /// The method, such as `POST`.
    package let method: String
    /// The address by the server's own configuration, whatever the request says.
    package let url: String
    /// The body, to the byte.
    package let body: [UInt8]
    /// The header field `Device-Proof`; nil when it is missing.
    package let proof: String?

    package init(method: String, url: String, body: [UInt8], proof: String?) {
        self.method = method
        self.url = url
        self.body = body
        self.proof = proof
    }
}

extension UnverifiedDeviceProof {
    /// Reads the proof of a request.
    /// - Throws: ``DeviceError`` `.invalidProof`, also for a request without one.
    package init(of request: DeviceRequest) throws(DeviceError) {
        guard let text = request.proof else { throw DeviceError(.invalidProof, "the header field \(DeviceProof.field) is missing") }
        try self.init(text)
    }
}
