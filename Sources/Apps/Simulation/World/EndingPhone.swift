internal import DeviceFoundation
internal import Primitives

/// A phone whose process ends at a write by an error, and not by never coming back; then it starts again over what it had written.
protocol EndingPhone: FleetPhone {
    var world: World { get }
    /// The faults that have struck it.
    var troubles: Troubles { get }
    /// The number of times that the process has ended.
    var life: Int { get }

    /// Ends the process: with it goes all that it didn't write.
    func end()

    /// Does what the app does when it starts: it continues with what was begun.
    func awake() async
}

extension EndingPhone {
    func suffer(_ trouble: String) { troubles.note(trouble, at: world.scheduler.time.now) }

    func mayDie(in life: Int, _ place: String) async {
        if ends(in: life, place) { await world.scheduler.die() }
    }

    /// Ends the process if the dice say so; true for one that has ended.
    func ends(in life: Int, _ place: String) -> Bool {
        guard self.life == life else { return true }
        guard dice.happens(world.plan.faults.phoneCrash) else { return false }
        world.note("\(name) killed at a \(place)")
        world.count("phone kills")
        suffer("phone killed")
        end()
        world.scheduler.after(dice.number(1...20)) { [self] in await awake() }
        return true
    }

    /// A push rings the phone, as badly as pushes do.
    func ring(_ body: @escaping @Sendable () async -> Void) {
        let faults = world.plan.faults
        guard !dice.happens(faults.lost) else {
            world.note("\(name) push lost")
            return suffer("push lost")
        }
        let isDoubled = dice.happens(faults.doubled)
        if isDoubled { suffer("push twice") }
        for _ in 0..<(isDoubled ? 2 : 1) {
            let isLate = dice.happens(faults.delayed)
            let delay = isLate ? dice.number(0...faults.longestDelay) : dice.number(0.1...2)
            if isLate { suffer(Troubles.late) }
            world.scheduler.after(delay, body)
        }
    }
}
