internal import Primitives

/// One of the servers that a connection string names, with the words of libpq.
struct PostgresServer: Sendable, Hashable {
    /// A name, a network address, or the directory of a Unix socket; empty for the library's default, a socket of this machine.
    let host: String
    /// A network address, in place of looking up `host`; empty for none.
    let address: String
    /// Empty for the library's default, 5432.
    let port: String

    /// Whether it is on this machine: a Unix socket or a loopback address.
    var isLocal: Bool {
        let place = address.isEmpty ? host : address
        return place.isEmpty || place.hasPrefix("/") || place.hasPrefix("@") || place == "localhost" || place == "::1"
            || place.hasPrefix("127.") && place.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    }

    /// The server as a message names it.
    var name: String {
        let place = host.isEmpty ? (address.isEmpty ? "this machine" : address) : host
        return port.isEmpty ? place : "\(place):\(port)"
    }

    /// The servers of the comma-separated lists in a connection string; nil when the lists differ in length.
    static func list(hosts: String, addresses: String, ports: String) -> [PostgresServer]? {
        let (hosts, addresses, ports) = (parts(hosts), parts(addresses), parts(ports))
        let count = max(hosts.count, addresses.count)
        guard hosts.isEmpty || hosts.count == count, addresses.isEmpty || addresses.count == count, [0, 1, count].contains(ports.count)
        else {
            return nil
        }
        guard count > 0 else { return ports.count > 1 ? nil : [PostgresServer(host: "", address: "", port: ports.first ?? "")] }
        return (0..<count).map { index in
            PostgresServer(
                host: hosts.isEmpty ? "" : hosts[index], address: addresses.isEmpty ? "" : addresses[index],
                port: ports.isEmpty ? "" : ports[ports.count == 1 ? 0 : index])
        }
    }

    private static func parts(_ list: String) -> [String] {
        list.isEmpty ? [] : list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
}
