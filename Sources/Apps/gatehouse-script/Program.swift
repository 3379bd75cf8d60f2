import CConfinement
import Foundation
import Primitives
import ScriptMessages
import WorkerMessages

/// `gatehouse-script`: runs scripts for a Gatehouse server, which starts it. It talks to the server through its standard input and
/// output, and to no other process.
@main
enum Program {
    static func main() {
        InterpreterOptions.set()
        limit_process()
        let watchdog = Watchdog()
        let line = ServerLine()
        let engine = ScriptEngine(line: line, watchdog: watchdog)
        engine.warmUp()
        guard confine_process() == 0 || CommandLine.arguments.contains(WorkerExit.allowUnconfined) else {
            exit(WorkerExit.unconfined.rawValue)
        }
        serve(line, engine)
    }

    private static func serve(_ line: ServerLine, _ engine: ScriptEngine) {
        while let order = line.receive() {
            switch order {
            case .check(let source): line.send(engine.check(source))
            case .run(let run):
                line.send(engine.run(run))
                engine.prepare()
            case .answer: exit(WorkerExit.protocolError.rawValue)
            }
        }
    }
}
