internal import ServiceLifecycle

/// Tells the service manager that the server stops, as soon as it is told to.
struct StoppingNotice: Service {
    let supervisor: Supervisor

    func run() async throws {
        try? await gracefulShutdown()
        supervisor.tell(.stopping)
    }
}
