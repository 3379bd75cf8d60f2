import DistributedID

// The example of the module's article, word for word.

func clientExample(_ messageHandler: any MessageHandler) throws {
    let applicationInstance = try ApplicationInstanceCreator()
        .withPingBaseUrl("https://id.example.com/wallets/alpha/v1/")
        .withJsonWebKeySet(JwksGenerator().generate())
        .withCallbackURL("https://example.com/callback?id=123")
        .build()
    let client = DistributedIdClient.Builder(applicationInstance, messageHandler).build()
    try client.processMessages()
}
