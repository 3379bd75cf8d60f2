import Foundation
import Glibc
import PostgresTesting

/// A server that answers the first message of each connection with given bytes, and then closes it.
final class ScriptedServer: Sendable {
    /// The directory of its socket.
    let directory: String
    private let listener: Int32

    init(answering answer: [UInt8]) throws {
        directory = FileManager.default.temporaryDirectory.path + "/ss-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let listener = UnixSocket.listening(at: directory + "/.s.PGSQL.5432")
        self.listener = listener
        Thread {
            while case let client = accept(listener, nil, nil), client >= 0 {
                _ = UnixSocket.read(client)
                UnixSocket.write(answer, to: client)
                // The other side closes first when the answer was enough for it.
                _ = UnixSocket.read(client)
                Glibc.close(client)
            }
            Glibc.close(listener)
        }.start()
    }

    /// Takes no more connections.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A message of PostgreSQL's protocol.
    static func message(_ kind: Character, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count + 4)
        return Array("\(kind)".utf8) + withUnsafeBytes(of: length.bigEndian) { Array($0) } + body
    }
}
