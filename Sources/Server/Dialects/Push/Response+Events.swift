import DeviceMessages
import HTTPTypes
package import Hummingbird
import NIOCore
package import Services

extension Response {
    /// An installation's stream: an answer that goes on until the stream ends or the device hangs up (`device-protocol.md` 5).
    package static func events(_ stream: PushStream) -> Response {
        var fields = HTTPFields.noStore
        fields[.contentType] = "text/event-stream"
        // Proxies that gather an answer would keep the device waiting.
        fields[.accelBuffering] = "no"
        return Response(
            status: .ok, headers: fields,
            body: ResponseBody { writer in
                try await writer.write(EventBytes.opening)
                for try await event in stream { try await writer.write(EventBytes.of(event)) }
                try await writer.finish(nil)
            })
    }
}

/// A stream's events on the wire.
private enum EventBytes {
    /// Says when to come back, and lets the device see at once that the stream is open.
    static let opening = ByteBuffer(bytes: ServerSentEvent(name: "open", data: "", retry: 2000).encoded)
    private static let keepAlive = ByteBuffer(bytes: ServerSentEvent.keepAlive)

    static func of(_ event: PushStream.Event) -> ByteBuffer {
        guard case .letter(let letter) = event else { return keepAlive }
        return ByteBuffer(bytes: ServerSentEvent(id: String(letter.sequence), name: letter.kind.rawValue, data: letter.text).encoded)
    }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = Self.known("X-Accel-Buffering")
}
