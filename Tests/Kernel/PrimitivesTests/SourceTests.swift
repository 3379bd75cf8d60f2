import Foundation
import Primitives
import Testing

@Suite("Sources of randomness and time")
struct SourceTests {
    @Test("a seed gives the same bytes again, and never the same twice")
    func seeded() {
        let (one, two, other) = (SeededRandom(seed: 1), SeededRandom(seed: 1), SeededRandom(seed: 2))
        let first = one.bytes(40)
        #expect(first == two.bytes(40))
        #expect(first != other.bytes(40))
        #expect(one.bytes(40) != first)
    }

    @Test("as many bytes as asked for", arguments: [0, 1, 31, 32, 33, 100])
    func count(_ count: Int) {
        #expect(SeededRandom(seed: 1).bytes(count).count == count)
        #expect(SystemRandom().bytes(count).count == count)
    }

    @Test("the system's bytes differ")
    func system() { #expect(SystemRandom().bytes(32) != SystemRandom().bytes(32)) }

    @Test("no byte is handed out twice, whatever is asked for and by how many at once")
    func once() async {
        let random = SystemRandom()
        let taken = await withTaskGroup(of: [[UInt8]].self) { group in
            for task in 1...8 { group.addTask { (0..<200).map { random.bytes(16 + ($0 * task) % 300) } } }
            return await group.reduce(into: [[UInt8]]()) { $0 += $1 }
        }
        #expect(Set(taken.map { Array($0.prefix(16)) }).count == 1600)
        #expect(taken.allSatisfy { $0.contains { $0 != 0 } })
    }

    @Test("a token is base64url of its bytes")
    func token() {
        #expect(SeededRandom(seed: 1).token() == Base64URL.encode(SeededRandom(seed: 1).bytes(32)))
        #expect(SystemRandom().token(16).count == 22)
    }

    @Test("a token is no option of a command, whatever the bytes are", arguments: UInt8.min...UInt8.max)
    func hyphen(_ byte: UInt8) {
        let token = Constant(byte: byte).token()
        #expect(!token.hasPrefix("-") && token.count == 43 && Base64URL.decode(token)?.count == 32)
    }

    private struct Constant: RandomSource {
        let byte: UInt8

        func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
    }

    @Test("a manual clock moves when it is told to")
    func manual() {
        let clock = ManualTime(Date(timeIntervalSince1970: 100))
        #expect(clock.now.timeIntervalSince1970 == 100)
        clock.advance(by: 5)
        #expect(clock.now.timeIntervalSince1970 == 105)
        clock.set(Date(timeIntervalSince1970: 7))
        #expect(clock.now.timeIntervalSince1970 == 7)
    }

    @Test(
        "a time or length beyond all bounds, as a stranger may name one, is the last that there is",
        arguments: [1e300, .infinity, 1e19, -1e300, -.infinity, .nan])
    func beyond(_ number: Double) {
        let bound: Int64 = number.isNaN ? 0 : number > 0 ? .max : .min
        let time = Date(timeIntervalSince1970: number)
        #expect(time.secondsSince1970 == bound && time.millisecondsSince1970 == bound)
        let length = Duration(clamping: number)
        #expect(length == (number > 0 ? .seconds(100 * 365 * 86_400) : .zero))
    }

    @Test("seconds are rounded down, and milliseconds to the nearest")
    func rounded() {
        let times: [(TimeInterval, Int64, Int64)] = [
            (1.9996, 1, 2000), (-0.5, -1, -500), (9.2e15, 9_200_000_000_000_000, 9_200_000_000_000_000_000),
        ]
        for (time, seconds, milliseconds) in times {
            let date = Date(timeIntervalSince1970: time)
            #expect(date.secondsSince1970 == seconds && date.millisecondsSince1970 == milliseconds)
        }
        #expect(Duration(clamping: 1.5) == .milliseconds(1500) && Duration(clamping: -1) == .zero)
    }

    @Test("no clock of ours stands on a whole millisecond, and the time that modules get does")
    func precision() {
        let clock = ManualTime()
        #expect(clock.reading != clock.reading.wholeMilliseconds)
        #expect(clock.now == Date(timeIntervalSince1970: 1_767_225_600))
        struct Fine: TimeSource { let reading: Date }
        let random = SeededRandom(seed: 7)
        for _ in 0..<1000 {
            let bytes = random.bytes(4).reduce(0.0) { $0 * 256 + Double($1) }
            let fine: any TimeSource = Fine(reading: Date(timeIntervalSince1970: 1_767_225_600 + bytes / 977))
            let now = fine.now
            #expect(now.wholeMilliseconds == now && abs(now.timeIntervalSince(fine.reading)) <= 0.000_51)
            // A limit in whole seconds after it is as exact, so that a lock's end is the same before and after it was stored.
            #expect(now.addingTimeInterval(900).wholeMilliseconds == now.addingTimeInterval(900))
        }
    }
}
