internal import DeviceFoundation
internal import Foundation
internal import Primitives

/// A phone of a simulated fleet, as its network and its store know it.
protocol FleetPhone: AnyObject, Sendable {
    var name: String { get }
    var dice: Dice { get }

    /// Ends the process if the dice say so. A caller whose process ends, or was of an earlier life, doesn't come back from here.
    func mayDie(in life: Int, _ place: String) async

    /// Hands a request to the server; nil when that was killed meanwhile.
    func deliver(_ request: HTTPRequest) async -> HTTPResponse?

    /// Notes that something went wrong for the phone.
    func suffer(_ trouble: String)

    /// The part of a request's path that names it in the trace.
    func place(of request: HTTPRequest) -> String
}

extension FleetPhone {
    /// The phones of a fleet whose failures need no cause pass it over.
    func suffer(_ trouble: String) {}

    func place(of request: HTTPRequest) -> String { request.url.path.split(separator: "/").dropFirst(3).first.map(String.init) ?? "-" }
}

/// Carries a phone's requests to the server, as badly as it is told to.
struct SimulatedNetwork: HTTPTransport {
    /// The number of seconds without an answer after which a request has failed.
    private static let timeout = 10.0

    let world: World
    let phone: any FleetPhone
    /// The number of this life of the phone's process; a later one has another.
    let life: Int

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        await phone.mayDie(in: life, "request")
        let (faults, dice) = (world.plan.faults, phone.dice)
        let path = phone.place(of: request)
        await mayBeLate()
        await world.scheduler.sleep(dice.number(0.01...0.2))
        if dice.happens(faults.lost) { try await fail("request lost", path) }
        if dice.happens(faults.doubled) {
            world.note("\(phone.name) \(path) doubled")
            world.scheduler.after(dice.number(0.01...faults.longestDelay)) { _ = await phone.deliver(request) }
        }
        let answer = await phone.deliver(request)
        guard let answer else { try await fail("server killed", path) }
        if dice.happens(faults.lost) { try await fail("answer lost", path) }
        await mayBeLate()
        world.note("\(phone.name) \(request.method.rawValue) \(path) \(answer.status)")
        await phone.mayDie(in: life, "answer")
        return answer
    }

    private func mayBeLate() async {
        guard phone.dice.happens(world.plan.faults.delayed) else { return }
        phone.suffer(Troubles.late)
        await world.scheduler.sleep(phone.dice.number(0...world.plan.faults.longestDelay))
    }

    private func fail(_ reason: String, _ path: String) async throws(TransportError) -> Never {
        world.note("\(phone.name) \(path) \(reason)")
        phone.suffer(reason)
        await world.scheduler.sleep(Self.timeout)
        throw TransportError(.timedOut, reason)
    }

    /// Phones of a fleet are reached by a push service, and listen to no stream.
    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there are no streams in a simulation")
    }
}

/// A phone's store. Its process may be killed before or after a write.
struct SimulatedStore: SecureStore {
    let store: InMemoryStore
    let phone: any FleetPhone
    let life: Int

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? { await store.get(key) }
    func keys(in service: String) async throws(StoreError) -> [String] { await store.keys(in: service) }

    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        await phone.mayDie(in: life, "write")
        await store.set(value, for: key)
        await phone.mayDie(in: life, "written")
    }

    func delete(_ key: StoreKey) async throws(StoreError) {
        await phone.mayDie(in: life, "deletion")
        await store.delete(key)
        await phone.mayDie(in: life, "deleted")
    }
}
