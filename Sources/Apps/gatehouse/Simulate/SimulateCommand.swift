import ArgumentParser
import Foundation
import Primitives
import Simulation

/// `gatehouse simulate`
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a server and a fleet of phones in this process, with faults, and check that nothing is broken.",
        discussion: """
            The same seed gives the same course of events, byte for byte. Time is virtual: a day takes seconds. Checked is that no challenge
            is approved twice or after its end, none without proof, no passcode is accepted twice, and no pairing is lost. With --product
            pingid the phones are trusted for users of a customer's server, and checked is that no user has two primary devices at any time, that
            no untrusted device approves, and that a device that moves to the successor is one device before and after. With --product
            orchestration they have a customer's app with the Orchestration SDK, and checked is that no command counts twice, nothing is approved
            but by its user, and tries of the PIN are lost and given back as they should. With --product risk
            people, travellers, households with one device, and programs with stolen passwords sign in, and a table says how many of
            each were asked for more than the password: of this simulation, not of the world. Checked is that no signals are taken twice, that
            recorded facts give the same result again, and that a failed sign-in teaches nothing. With --product individuals
            phones are wallets, and services issue claims to them, ask for them and revoke them; checked is that no claim is shown as good by a
            wallet or service that asked the log after it had the revocation, that every registered claim has a proof under each later
            checkpoint, and that no mail is lost or handled twice.

            Examples:
              gatehouse simulate
              gatehouse simulate --phones 1000 --logins 10000 --seed 7
              gatehouse simulate --seeds 20 --faults lost,doubled,crashes --json
              gatehouse simulate --product pingid --phones 1000 --logins 3000 --seeds 10
              gatehouse simulate --product orchestration --phones 1000 --logins 3000 --seeds 20
              gatehouse simulate --product risk --phones 100 --logins 3000 --seeds 20
              gatehouse simulate --product individuals --phones 500 --logins 1500 --seeds 20
              gatehouse simulate --phones 3 --logins 5 --trace trace.txt
            """)

    @Option(help: "The product that the phones' apps are of: \(SimulationPlan.Product.allCases.map(\.rawValue).joined(separator: ", ")).")
    var product = "mfa"
    @Option(help: "How many phones there are.") var phones = 100
    @Option(help: "How many logins there are in all.") var logins = 1000
    @Option(help: "The seed; with --seeds, the first of them.") var seed: UInt64 = 1
    @Option(help: "How many seeds to run, one after another.") var seeds = 1
    @Option(help: "The faults to cause: all, none, or some of \(Faults.names.joined(separator: ", ")), with commas.") var faults = "all"
    @Option(help: "Write what happens to this file, of the last seed.", completion: .file()) var trace: String?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...100_000).contains(phones), (0...1_000_000).contains(logins), (1...1000).contains(seeds) else {
            throw ValidationError("take 1 to 100000 phones, at most 1000000 logins, and 1 to 1000 seeds")
        }
        guard SimulationPlan.Product(exactly: product) != nil else { throw ValidationError("there is no product \(product)") }
        guard Faults(names: names) != nil else {
            throw ValidationError("--faults takes all, none, or some of \(Faults.names.joined(separator: ", "))")
        }
    }

    private var names: [String] { faults.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }

    func run() async throws {
        var (isSound, counts) = (true, [[String: Int]]())
        for seed in seed..<(seed + UInt64(seeds)) {
            var plan = SimulationPlan()
            (plan.phones, plan.logins, plan.seed, plan.keepsTrace) = (phones, logins, seed, trace != nil)
            plan.faults = Faults(names: names) ?? .all
            plan.product = SimulationPlan.Product(exactly: product) ?? .mfa
            let result = try await Simulation(plan).run { [logins] count in Terminal.progress("seed \(seed): \(count) of \(logins) logins")
            }
            Terminal.progress(nil)
            if let trace { try result.trace.write(toFile: trace, atomically: true, encoding: .utf8) }
            report(result, seed)
            counts.append(result.counts)
            isSound = isSound && result.violations.isEmpty
        }
        if product == SimulationPlan.Product.risk.rawValue, !output.json {
            for line in RiskTable(counts).lines { print(line) }
        }
        guard isSound else { throw ExitCode.failure }
    }

    private func report(_ result: SimulationResult, _ seed: UInt64) {
        var object: JSONObject = [
            "seed": .integer(Int64(clamping: seed)), "phones": .integer(Int64(phones)), "paired": .integer(Int64(result.paired)),
            "logins": .integer(Int64(result.logins)), "violations": .array(result.violations.map(JSONValue.string)),
            "virtualSeconds": .integer(Int64(result.duration)), "events": .integer(Int64(result.lines)), "trace": .string(result.digest),
        ]
        object["counts"] = .object(JSONObject(result.counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
        if output.json { return Terminal.show(.object(object)) }
        let counts = result.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("seed \(seed): \(result.paired) of \(phones) phones paired, \(result.logins) logins (\(counts))")
        print("  \(result.lines) events in \(Int(result.duration)) s of virtual time, trace \(result.digest.prefix(16))…")
        if result.violations.isEmpty { return print("  nothing was broken") }
        for violation in result.violations.prefix(20) { print("  BROKEN: \(violation)") }
    }
}
