import Foundation
import Primitives
import RiskSignals
import Signals
import SignalsTesting
import Synchronization
import Testing

@Suite("Behaviour that an app feeds", .timeLimit(.minutes(5)))
struct BehaviorFeedTests {
    private let feed = BehaviorFeed()
    private let reported = Reported()

    init() { feed.start { [reported] in reported.add($0) } }

    private func type(_ lengths: [Int], every seconds: Double = 0.2, from start: Double = 100, in id: Int = 0) {
        for (index, length) in lengths.enumerated() {
            feed.note(ObservedText(id: id, .changed, length: length, time: start + Double(index) * seconds))
        }
    }

    @Test("a touch is its duration, its distance, its greatest pressure and the element where it began, whatever else is touched meanwhile")
    func touches() {
        feed.note(ObservedTouch(id: 1, .began, x: 10, y: 20, time: 5, pressure: 0.1, element: "login"))
        feed.note(ObservedTouch(id: 2, .began, x: 0, y: 0, time: 5.05))
        feed.note(ObservedTouch(id: 1, .moved, x: 90, y: 90, time: 5.1, pressure: 0.75, element: "other"))
        feed.note(ObservedTouch(id: 2, .cancelled, x: 0, y: 0, time: 5.11))
        feed.note(ObservedTouch(id: 1, .ended, x: 13, y: 24, time: 5.1201))
        feed.note(ObservedTouch(id: 3, .ended, x: 13, y: 24, time: 5.2))
        #expect(reported.all == [.touch(.init(element: .word("login"), duration: 120, distance: 5, pressure: 750))])
    }

    @Test("an element's identifier that is no word of a program is its length")
    func elements() {
        feed.note(ObservedTouch(.began, x: 0, y: 0, time: 0, element: "alice@example.com"))
        feed.note(ObservedTouch(.ended, x: 0, y: 0, time: 0))
        #expect(reported.all == [.touch(.init(element: .other(length: 17), duration: 0))])
    }

    @Test(
        "numbers that make no sense are within the bounds",
        arguments: [Double.nan, .infinity, -.infinity, -1, 1e300, .greatestFiniteMagnitude])
    func bounds(_ number: Double) {
        feed.note(ObservedTouch(.began, x: 0, y: 0, time: 0))
        feed.note(ObservedTouch(.ended, x: number, y: number, time: number, pressure: number))
        for index in 0..<3 {
            feed.noteAcceleration(x: number, y: 0, z: 0, time: number)
            feed.note(ObservedText(.changed, length: index, time: number * Double(index)))
        }
        feed.note(ObservedText(.ended, length: .max, time: number))
        feed.reportGathered()
        #expect(reported.all.count == 2 || reported.all.count == 3)
        for sample in reported.all {
            switch sample {
            case .touch(let touch): #expect((0...60_000).contains(touch.duration) && (0...10_000).contains(touch.distance))
            case .keys(let keys): #expect((0...60_000).contains(keys.interval) && (0...60_000).contains(keys.deviation))
            case .motion(let motion): #expect((0...10_000_000).contains(motion.deviation))
            case .answer: Issue.record("nothing was answered")
            }
        }
    }

    @Test("keystrokes are counted at the end of an entry, with the mean time between them, its deviation and the corrections")
    func keystrokes() {
        feed.note(ObservedText(.began, length: 3, time: 1, element: "password"))
        for (length, time) in [(4, 2.0), (5, 2.1), (4, 2.4), (5, 2.6)] {
            feed.note(ObservedText(.changed, length: length, time: time))
        }
        #expect(reported.all.isEmpty)
        feed.note(ObservedText(.ended, length: 5, time: 3))
        let keys = BehaviorSample.Keys(element: .word("password"), strokes: 4, interval: 200, deviation: 66, corrections: 1)
        #expect(reported.all == [.keys(keys)])
    }

    @Test("a text that comes at once was pasted, and the time before it is none between keystrokes; a single keystroke says nothing")
    func pasted() {
        type([12])
        feed.note(ObservedText(.ended, length: 12, time: 200))
        type([1], in: 1)
        feed.note(ObservedText(id: 1, .ended, length: 1, time: 200))
        type([1, 2, 9, 10, 11], in: 2)
        feed.note(ObservedText(id: 2, .ended, length: 11, time: 200))
        #expect(
            reported.all == [
                .keys(.init(strokes: 0, interval: 0, deviation: 0, isPasted: true)),
                .keys(.init(strokes: 4, interval: 200, deviation: 0, isPasted: true)),
            ])
    }

    @Test("what is reported amid an entry goes on where it was: no interval is lost, and none is counted twice")
    func gathered() {
        type([1, 2, 3])
        feed.reportGathered()
        feed.reportGathered()
        type([4, 5], from: 100.6)
        feed.reportGathered()
        #expect(
            reported.all == [
                .keys(.init(strokes: 3, interval: 200, deviation: 0)), .keys(.init(strokes: 2, interval: 200, deviation: 0)),
            ])
    }

    @Test("motion is reported every five seconds, without its direction")
    func motion() {
        for index in 0...60 {
            feed.noteAcceleration(x: 0, y: index.isMultiple(of: 2) ? 0.98 : -1.02, z: 0, time: 7 + Double(index) / 10)
        }
        #expect(reported.all == [.motion(.init(samples: 50, deviation: 20_000))])
        feed.reportGathered()
        #expect(reported.all.count == 2)
    }

    @Test("what is gathered when a source is stopped is forgotten, and nothing is gathered until it begins again")
    func stopped() {
        type([1, 2, 3])
        feed.note(ObservedTouch(.began, x: 0, y: 0, time: 0))
        feed.stop()
        type([4, 5, 6])
        feed.report(.answer(.init(duration: 1)))
        feed.start { [reported] in reported.add($0) }
        feed.note(ObservedTouch(.ended, x: 0, y: 0, time: 1))
        feed.note(ObservedText(.ended, length: 6, time: 300))
        feed.reportGathered()
        #expect(reported.all.isEmpty)
    }

    // MARK: - As a source of signals

    private struct Field { var text: String }

    @Test("the documentation's example")
    func documented() async throws {
        let (field, uptime) = (Field(text: "abcdef"), 5.0)
        let harness = try SignalsHarness()
        var configuration = harness.configuration
        let feed = BehaviorFeed()
        configuration.sources = [feed]
        // …
        feed.note(ObservedText(.changed, length: field.text.count, time: uptime, element: "password"))
        #expect(configuration.sources.count == 1)
    }

    private func keystrokes(_ harness: SignalsHarness) -> [Int] {
        harness.server.events.compactMap { if case .behavior(.keys(let keys)) = $0.body { keys.strokes } else { nil } }
    }

    private func enter(_ feed: BehaviorFeed, _ strokes: Int) {
        for index in 1...strokes { feed.note(ObservedText(.changed, length: index, time: Double(index) / 5)) }
    }

    @Test("signals report what was typed when they are sent; while they are paused nothing is gathered for later")
    func source() async throws {
        let feed = BehaviorFeed()
        let harness = try SignalsHarness { $0.sources = [feed] }
        enter(feed, 9)
        try await harness.signals.start()
        enter(feed, 4)
        try await harness.signals.flush()
        #expect(keystrokes(harness) == [4])
        harness.signals.pauseBehavior()
        enter(feed, 5)
        feed.report(.answer(.init(duration: 1)))
        try await harness.signals.flush()
        harness.signals.resumeBehavior()
        try await harness.signals.flush()
        enter(feed, 6)
        try await harness.signals.pause()
        enter(feed, 7)
        try await harness.signals.resume()
        enter(feed, 8)
        try await harness.signals.flush()
        #expect(keystrokes(harness) == [4, 8] && harness.signals.dropped == [:])
        await harness.signals.stop()
        enter(feed, 9)
        #expect(keystrokes(harness) == [4, 8])
    }

    @Test("an app that collects no behaviour observes none; a pause of an earlier process goes on")
    func unwanted() async throws {
        let (unwanted, paused) = (BehaviorFeed(), BehaviorFeed())
        let harness = try SignalsHarness {
            $0.sources = [unwanted]
            $0.collectsBehavior = false
        }
        try await harness.signals.start()
        harness.signals.resumeBehavior()
        enter(unwanted, 5)
        try await harness.signals.flush()
        let earlier = try SignalsHarness { $0.sources = [paused] }
        try await earlier.signals.start()
        earlier.signals.pauseBehavior()
        try await earlier.signals.pause()
        let later = earlier.nextProcess()
        try await later.start()
        try await later.resume()
        enter(paused, 5)
        try await later.flush()
        #expect(keystrokes(harness).isEmpty && keystrokes(earlier).isEmpty && harness.signals.dropped == [:])
    }
}

/// The samples that came.
private final class Reported: Sendable {
    private let samples = Mutex<[BehaviorSample]>([])

    var all: [BehaviorSample] { samples.withLock { $0 } }
    func add(_ sample: BehaviorSample) { samples.withLock { $0.append(sample) } }
}
