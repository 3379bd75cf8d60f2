import CConfinement
import CVision
import Foundation
import Primitives
import VisionMessages
import WorkerMessages
import WorkerPrograms

/// `gatehouse-vision`: reads images for a Gatehouse server, which starts it. It talks to the server through its standard input and output,
/// and to no other process. What it needs of the file system it opens before it gives the file system up.
@main
enum Program {
    /// The memory that the process may have, in bytes.
    private static let memory = 512 << 20
    /// The processor time that one image may take, in seconds.
    private static let seconds: UInt32 = 10

    static func main() {
        limit_process()
        vision_exit_without_memory(WorkerExit.memory.rawValue)
        let options = ProgramOptions(CommandLine.arguments)
        let reader = PictureReader(options)
        vision_limit_memory(memory)
        guard confine_process() == 0 else { exit(WorkerExit.unconfined.rawValue) }
        serve(ServerPipe(longest: VisionMessageLimits.longestFrame), reader)
    }

    private static func serve(_ pipe: ServerPipe, _ reader: PictureReader) {
        while let head = pipe.receive(), let image = pipe.receive() {
            limit_processor_time(seconds)
            guard let request = try? VisionRequest(head: head, image: image) else { exit(WorkerExit.protocolError.rawValue) }
            let answer = reader.answer(request)
            pipe.send(answer.json.encoded)
            pipe.send(answer.attachment)
        }
    }
}
