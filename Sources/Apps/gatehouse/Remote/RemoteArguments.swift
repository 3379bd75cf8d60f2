import Primitives

/// The flags of a server elsewhere, before the command or in it.
enum RemoteArguments {
    private static let names = ["--server", "--as"]

    /// The commands that are about this machine, with the reason.
    private static let ofThisMachine = [
        "serve": "it runs a server on this machine", "config": "it reads the settings of this machine's server",
        "backup": "it copies a file of this machine", "restore": "it replaces a file of this machine",
        "simulate": "it runs no server that could be asked", "otp": "it asks no server",
    ]

    /// The arguments with the flags that stand before the command moved to its end: `gatehouse --server https://… user list`.
    /// - Throws: for a command that works on this machine alone.
    static func arranged(_ arguments: [String]) throws -> [String] {
        var leading: [String] = []
        var rest = arguments[...]
        while let flag = rest.first, names.contains(where: { flag == $0 || flag.hasPrefix($0 + "=") }) {
            let count = flag.contains("=") ? 1 : 2
            leading += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        if let command = rest.first, let reason = ofThisMachine[command],
            !leading.isEmpty || rest.contains(where: { $0 == "--server" || $0.hasPrefix("--server=") })
        {
            throw CommandFailure(["\(command) takes no --server: \(reason)"], exitCode: 64)
        }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + leading + Array(rest[end...])
    }
}
