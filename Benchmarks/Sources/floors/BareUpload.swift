import Foundation
import Hummingbird
import NIOPosix

/// An upload that is kept as a file, durably, and nothing else.
enum BareUpload {
    static func keep(_ body: RequestBody, in directory: String) async throws {
        let path = "\(directory)/\(UUID().uuidString)"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw HTTPError(.internalServerError) }
        defer { close(file) }
        for try await part in body {
            try await NIOThreadPool.singleton.runIfActive {
                guard part.withUnsafeReadableBytes({ write(file, $0.baseAddress, $0.count) }) == part.readableBytes else {
                    throw HTTPError(.internalServerError)
                }
            }
        }
        try await NIOThreadPool.singleton.runIfActive {
            guard fsync(file) == 0 else { throw HTTPError(.internalServerError) }
        }
    }
}
