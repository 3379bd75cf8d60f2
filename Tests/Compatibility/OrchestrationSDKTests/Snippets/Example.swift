import OrchestrationSDK

/// The example of the article, which compiles here.
func orchestratorExample(
    _ user: OrchestrationUser, typed: String, errors: any OrchestrationErrorDelegate, delegate: any OnlineActivationDelegate
) throws {
    let orchestrator = try Orchestrator.Builder().setDefaultDomain("bank").setErrorDelegate(errors).build()
    orchestrator.startActivation(OnlineActivationParameters(user: user, activationPassword: typed, delegate: delegate))
}
