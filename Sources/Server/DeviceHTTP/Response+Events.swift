import DeviceMessages
import HTTPBase
import HTTPTypes
package import Hummingbird
import NIOCore
package import Messaging

extension Response {
    /// An installation's stream: an answer that continues until the stream ends or the device hangs up
    /// (`docs/protocols/device-protocol.md` 5).
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
    static let opening = ByteBuffer(bytes: PushEvent.opening)
    private static let keepAlive = ByteBuffer(bytes: PushEvent.keepAlive)

    static func of(_ event: PushStream.Event) -> ByteBuffer {
        switch event {
        case .letter(let letter): ByteBuffer(bytes: letter.encoded)
        case .keepAlive: keepAlive
        }
    }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = Self.known("X-Accel-Buffering")
}
