import CMaxMindDB
import Primitives
package import RiskScoring

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A geographic file in the MaxMind DB format, mapped into memory by libmaxminddb for as long as this object lives.
package final class GeoFile: Sendable {
    private nonisolated(unsafe) let database: UnsafeMutablePointer<MMDB_s>  // never changed once opened; read from any thread

    /// - Throws: ``GeoFileError`` for a file that isn't there, or is none of the format.
    package init(path: String) throws(GeoFileError) {
        let opened = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
        let status = MMDB_open(path, UInt32(MMDB_MODE_MMAP), opened)
        guard status == MMDB_SUCCESS else {
            opened.deallocate()
            throw GeoFileError(path: path, reason: String(cString: MMDB_strerror(status)))
        }
        database = opened
    }

    deinit {
        MMDB_close(database)
        database.deallocate()
    }

    /// The data of an address; nil when it has nothing, or is broken there.
    package func entry(of address: IPAddress) -> Entry? {
        let (status, result): (Int32, MMDB_lookup_result_s)
        if address.isIPv4 {
            var socket = sockaddr_in()
            socket.sin_family = sa_family_t(AF_INET)
            withUnsafeMutableBytes(of: &socket.sin_addr) { $0.copyBytes(from: address.bytes[12...]) }
            (status, result) = look(up: &socket)
        } else {
            guard database.pointee.metadata.ip_version == 6 else { return nil }
            var socket = sockaddr_in6()
            socket.sin6_family = sa_family_t(AF_INET6)
            withUnsafeMutableBytes(of: &socket.sin6_addr) { $0.copyBytes(from: address.bytes) }
            (status, result) = look(up: &socket)
        }
        guard status == MMDB_SUCCESS, result.found_entry else { return nil }
        return Entry(result.entry)
    }

    private func look<Socket>(up socket: inout Socket) -> (Int32, MMDB_lookup_result_s) {
        var status: Int32 = 0
        let result = withUnsafePointer(to: &socket) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { MMDB_lookup_sockaddr(database, $0, &status) }
        }
        return (status, result)
    }
}

extension GeoFile {
    /// The data of one range of addresses.
    package struct Entry {
        private let entry: MMDB_entry_s

        fileprivate init(_ entry: MMDB_entry_s) { self.entry = entry }

        func text(_ path: String..., limit: Int = 128) -> String? {
            guard let data = data(path), data.type == UInt32(MMDB_DATA_TYPE_UTF8_STRING), let start = data.utf8_string else { return nil }
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(min(data.data_size, 4096)))
            guard let text = String(foreign: bytes), text.utf8.count <= limit else { return nil }
            return text
        }

        func number(_ path: String...) -> Int? {
            guard let data = data(path) else { return nil }
            switch Int32(data.type) {
            case MMDB_DATA_TYPE_UINT16: return Int(data.uint16)
            case MMDB_DATA_TYPE_UINT32: return Int(data.uint32)
            case MMDB_DATA_TYPE_INT32: return Int(data.int32)
            default: return nil
            }
        }

        /// A number of degrees in millionths.
        func angle(_ path: String...) -> Int? {
            guard let data = data(path), data.type == UInt32(MMDB_DATA_TYPE_DOUBLE), data.double_value.isFinite,
                abs(data.double_value) <= 180
            else { return nil }
            return Int((data.double_value * 1_000_000).rounded())
        }

        func flag(_ path: String...) -> Bool? {
            guard let data = data(path), data.type == UInt32(MMDB_DATA_TYPE_BOOLEAN) else { return nil }
            return data.boolean
        }

        private func data(_ path: [String]) -> MMDB_entry_data_s? {
            let names = path.map { strdup($0) }
            defer { for name in names { free(name) } }
            var (start, found) = (entry, MMDB_entry_data_s())
            let pointers = names.map { UnsafePointer<CChar>($0) } + [nil]
            let status = pointers.withUnsafeBufferPointer { MMDB_aget_value(&start, &found, $0.baseAddress) }
            return status == MMDB_SUCCESS && found.has_data ? found : nil
        }
    }
}

/// A file that can't be opened.
package struct GeoFileError: Error, CustomStringConvertible {
    /// The path of the file.
    package let path: String
    /// The reason, in the library's words.
    package let reason: String

    package var description: String { "\(path) is no file in the MaxMind DB format that can be read: \(reason)" }
}
