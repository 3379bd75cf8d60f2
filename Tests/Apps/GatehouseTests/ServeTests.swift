import Foundation
import ServerTesting
import Testing

@Suite("gatehouse serve")
struct ServeTests {
    @Test("it says where it is, and ends well when it is told to", arguments: [SIGTERM, SIGINT])
    func serves(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let port = try await FreePort.find()
        let child = try Child(["serve", "--demo", "--port", "\(port)", "--data-directory", directory.path])
        for _ in 0..<1000 where !child.output.contains("listening") && child.process.isRunning {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(child.output.contains("listening on 127.0.0.1:\(port)"))
        #expect(child.output.contains("Ch4ng3it!"))
        kill(child.process.processIdentifier, signal)
        let ending = try await child.ending()
        #expect(ending.code == 0 && ending.complaints.isEmpty)
        directory.remove()
    }

    @Test("without --demo the administrator's password is printed on the first start and never again")
    func administrator() async throws {
        let directory = try TemporaryDirectory()
        var outputs: [String] = []
        for _ in 1...2 {
            let child = try Child(["serve", "--port", "\(try await FreePort.find())", "--data-directory", directory.path])
            for _ in 0..<1000 where !child.output.contains("listening") && child.process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
            }
            child.process.terminate()
            outputs.append(try await child.ending().output)
        }
        #expect(outputs[0].contains("Password") && !outputs[0].contains("Ch4ng3it!"))
        #expect(!outputs[1].contains("Password") && outputs[1].contains("listening"))
        directory.remove()
    }
}
