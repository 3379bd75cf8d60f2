import BenchSupport
import CommandChannel
import Foundation
import Primitives

/// The cost of what a device does by itself, and of an activation on either side.
struct Local {
    let seconds: Double

    func run() throws {
        let parties = try Parties()
        let activated = try parties.activate()
        let secret = activated.secrets.password
        let fields = try TransactionFields(["GB33BUKB20201555", "12.50", "EUR"])
        let (passwords, signatures) = (
            try activated.instance.terms.application(2, [.oneTimePassword]), try activated.instance.terms.application(4, [.signature])
        )
        // As a device does: its keys are derived again each time, and only the PIN's derivation comes before.
        let code = try median { index in
            let time = parties.now.addingTimeInterval(Double(index) * 30)
            return try secret.key(of: passwords).code(at: time).code.utf8.count == 8
        }
        let signature = try median { index in
            let time = parties.now.addingTimeInterval(Double(index) * 30)
            return try secret.key(of: signatures).signature(of: fields, at: time).code.utf8.count == 8
        }
        var (device, server): ([Double], [Double]) = ([], [])
        for _ in 0..<9 {
            let activated = try parties.activate()
            device.append(activated.device)
            server.append(activated.server)
        }
        print(
            """
            {"code_us": \(code), "signature_us": \(signature), "activation_device_ms": \(device.sorted()[4]), \
            "activation_server_ms": \(server.sorted()[4])}
            """)
    }

    /// The median of the processor time of one, in microseconds.
    private func median(_ body: (Int) throws -> Bool) throws -> Double {
        var times: [Double] = []
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            let begun = threadMicroseconds()
            for index in 0..<100 { guard try body(index) else { throw Failure("a code has another length") } }
            times.append((threadMicroseconds() - begun) / 100)
        }
        return times.sorted()[times.count / 2]
    }
}
