import GatehouseServer
import ServerTesting
import Testing

@Suite("The service manager")
struct SupervisorTests {
    @Test("it is told each state by a datagram")
    func states() throws {
        let directory = try TemporaryDirectory()
        let socket = try NotifySocket(in: directory)
        let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": socket.path]))
        supervisor.tell(.ready)
        #expect(socket.next() == "READY=1")
        supervisor.tell(.reloading)
        let reloading = socket.next()
        #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") && reloading.split(separator: "=").last.flatMap { Int($0) } ?? 0 > 0)
        supervisor.tell(.stopping)
        #expect(socket.next() == "STOPPING=1")
        directory.remove()
    }

    @Test("one that isn't there any more, or has a name in the abstract namespace, keeps nothing from going on")
    func gone() throws {
        for path in ["/nowhere/notify", "@gatehouse-test-nowhere"] {
            try #require(Supervisor(environment: ["NOTIFY_SOCKET": path])).tell(.ready)
        }
    }

    @Test(
        "an address that isn't one of a Unix socket is none",
        arguments: ["", "vsock:2:1234", "relative", "/" + String(repeating: "a", count: 200)])
    func unknown(address: String) { #expect(Supervisor(environment: ["NOTIFY_SOCKET": address]) == nil) }

    @Test("without one there is nothing to tell")
    func absent() { #expect(Supervisor(environment: [:]) == nil) }
}
