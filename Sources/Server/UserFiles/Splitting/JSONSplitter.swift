import Primitives

/// Cuts documents in JSON into the elements of their lists of users, whatever the parts in which they come and however long they are.
///
/// A record is an object at the file's top, an element of a list at the top, or an element of a member of the object at the top whose name is
/// one of ``init(lists:)``. The rest of such an object is skipped. Its syntax is checked where a record is read, not here.
package struct JSONSplitter: RecordSplitter {
    private enum State {
        /// Between the values at the top.
        case top
        /// The inside of an object at the top, beside its lists of users.
        case object
        /// The place between the elements of a list.
        case list
        case element
    }

    private let lists: [[UInt8]]
    private var state = State.top
    /// Whether the list is a member of an object.
    private var isInside = false
    /// The number of brackets that are open in the object at the top, and in the element.
    private var (outer, depth) = (0, 0)
    private var (isString, isEscaped) = (false, false)
    /// The last text at the first depth of the object at the top, and the name of the member that is read.
    private var (text, name): ([UInt8], [UInt8]) = ([], [])
    /// The record that is read; for an object at the top that has turned out to be none, nothing.
    private var record: [UInt8] = []
    private var (isKept, isTooLong) = (true, false)
    private var (position, start, number) = (0, 0, 0)

    /// - Parameter lists: the names of the members of the object at the top that are lists of users.
    package init(lists: [String]) { self.lists = lists.map { Array($0.utf8) } }

    package mutating func feed(_ bytes: ArraySlice<UInt8>, _ records: inout [RawRecord]) {
        for byte in bytes {
            switch state {
            case .top: beginValue(byte, &records)
            case .list: continueList(byte, &records)
            case .element: continueElement(byte, &records)
            case .object: continueObject(byte, &records)
            }
            position += 1
        }
    }

    package mutating func finish(_ records: inout [RawRecord]) {
        guard state != .top else { return }
        // A list that is not closed has lost elements, too.
        if state != .element, !isKept || record.isEmpty { (start, record) = (position, []) }
        emit(&records, RecordBounds.cutOff)
    }

    private mutating func beginValue(_ byte: UInt8, _ records: inout [RawRecord]) {
        switch byte {
        case UInt8(ascii: "{"):
            (state, outer, isKept, start, record) = (.object, 1, true, position, [byte])
        case UInt8(ascii: "["): (state, isInside) = (.list, false)
        case 0x20, 0x09, 0x0A, 0x0D: break
        default: beginElement(byte)
        }
    }

    private mutating func continueList(_ byte: UInt8, _ records: inout [RawRecord]) {
        switch byte {
        case UInt8(ascii: "]"): state = isInside ? .object : .top
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: break
        default: beginElement(byte)
        }
    }

    private mutating func beginElement(_ byte: UInt8) {
        (start, record, depth, isString) = (position, [byte], Self.opens(byte) ? 1 : 0, byte == UInt8(ascii: "\""))
        (wasTop, state) = (state == .top, .element)
    }

    /// Whether the element stands at the top of the file, where no object and no list can stand as one.
    private var wasTop = false

    private mutating func continueElement(_ byte: UInt8, _ records: inout [RawRecord]) {
        if !isString, depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "\n") {
            emit(&records)
            state = wasTop ? .top : .list
            if !wasTop { continueList(byte, &records) }
            return
        }
        keep(byte)
        guard !passString(byte) else { return }
        if Self.opens(byte) { depth += 1 } else if Self.closes(byte) { depth -= 1 } else { return }
        guard depth <= 0 else { return }
        emit(&records)
        state = wasTop ? .top : .list
    }

    private mutating func continueObject(_ byte: UInt8, _ records: inout [RawRecord]) {
        if isKept { keep(byte) }
        if isTooLong { (isKept, isTooLong, record) = (false, false, []) }
        let wasString = isString
        guard !passString(byte) else {
            if outer == 1, wasString, isString, text.count < 64 { text.append(byte) }
            if !wasString { text = [] }
            return
        }
        switch byte {
        case UInt8(ascii: ":") where outer == 1: name = text
        case UInt8(ascii: ",") where outer == 1: name = []
        case UInt8(ascii: "[") where outer == 1 && lists.contains(name):
            (state, isInside, isKept, record) = (.list, true, false, [])
        case _ where Self.opens(byte): outer += 1
        case _ where Self.closes(byte):
            outer -= 1
            guard outer == 0 else { return }
            state = .top
            if isKept { emit(&records) }
        default: break
        }
    }

    /// Whether a byte is one of a string, its quotation marks among them.
    private mutating func passString(_ byte: UInt8) -> Bool {
        guard isString else {
            isString = byte == UInt8(ascii: "\"")
            return isString
        }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else {
            isString = byte != UInt8(ascii: "\"")
        }
        return true
    }

    private mutating func keep(_ byte: UInt8) {
        guard record.count < RecordBounds.record else { return isTooLong = true }
        record.append(byte)
    }

    private mutating func emit(_ records: inout [RawRecord], _ problem: RecordError? = nil) {
        number += 1
        records.append(RawRecord(.element(number, byte: start), record, problem: isTooLong ? RecordBounds.tooLong : problem))
        (record, isTooLong, isString, isEscaped) = ([], false, false, false)
    }

    private static func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
    private static func closes(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }
}
