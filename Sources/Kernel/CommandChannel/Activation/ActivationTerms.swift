public import Foundation
import Primitives

/// The terms on which a device is activated: its serial number, the rules for its PIN, its applications.
public struct ActivationTerms: Sendable, Equatable {
    /// The serial number of the licence: three characters and seven digits.
    public var serial: String
    /// The rules for PINs.
    public var pins: PINPolicy
    /// The applications, by ascending index.
    public var applications: [CryptographicApplication]
    /// The server's time.
    public var time: Date

    /// Makes terms.
    /// - Throws: ``CommandError/Code/invalid`` for a serial number of another form, no application, or indexes that don't ascend.
    public init(
        serial: String, pins: PINPolicy = PINPolicy(), applications: [CryptographicApplication] = CryptographicApplication.usual,
        time: Date
    ) throws(CommandError) {
        let characters = Array(serial.utf8)
        let isSerial =
            characters.count == 10 && characters.allSatisfy { $0.isDigit || $0.isCapital } && characters.dropFirst(3).allSatisfy(\.isDigit)
        guard isSerial, (1...8).contains(applications.count),
            zip(applications, applications.dropFirst()).allSatisfy({ $0.index < $1.index })
        else { throw CommandError(.invalid, "a serial number has ten characters, and there are one to eight applications in order") }
        self.serial = serial
        self.pins = pins
        self.applications = applications
        self.time = time
    }

    /// The terms as they travel and are kept.
    public var bytes: [UInt8] {
        var fields = FieldWriter()
        fields.add(1, text: serial)
        fields.add(2, pins.bytes)
        fields.add(3, applications.flatMap(\.bytes))
        fields.add(4, number: UInt64(time.timeIntervalSince1970.clamped))
        return fields.bytes
    }

    /// Reads terms.
    /// - Throws: ``CommandError/Code/malformed``; ``CommandError/Code/invalid``.
    public init(bytes: [UInt8]) throws(CommandError) {
        let fields = try FieldReader(bytes, tags: 1...4)
        let list = try fields.bytes(3, 8 * CryptographicApplication.byteCount)
        guard list.count.isMultiple(of: CryptographicApplication.byteCount) else {
            throw CommandError(.malformed, "the list of applications")
        }
        var applications: [CryptographicApplication] = []
        for start in stride(from: 0, to: list.count, by: CryptographicApplication.byteCount) {
            applications.append(try CryptographicApplication(bytes: Array(list[start..<(start + CryptographicApplication.byteCount)])))
        }
        try self.init(
            serial: try fields.text(1, 10), pins: try PINPolicy(bytes: try fields.bytes(2)), applications: applications,
            time: try fields.time(4))
    }

    /// The application of an index.
    /// - Throws: ``CommandError/Code/invalid`` for an index that there isn't, or one of another use.
    public func application(_ index: Int, _ uses: Set<CryptographicApplication.Use>) throws(CommandError) -> CryptographicApplication {
        guard let found = applications.first(where: { $0.index == index }), uses.contains(found.use) else {
            throw CommandError(.invalid, "there is no application \(index) for this")
        }
        return found
    }
}

extension ActivationTerms {
    /// The index of the first application of a use.
    /// - Throws: ``CommandError/Code/invalid`` when there is none.
    public func index(of use: CryptographicApplication.Use) throws(CommandError) -> Int {
        guard let found = applications.first(where: { $0.use == use }) else {
            throw CommandError(.invalid, "there is no application for this")
        }
        return found.index
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}

extension TimeInterval {
    /// The number of seconds, within the times that commands have.
    var clamped: TimeInterval { isNaN ? 0 : min(max(self, 0), Date.last) }
}
