import DistributedID
import Foundation

// The declarations of the document's chapter, class by class: each is used at exactly the type that it is documented with. Java's are positional,
// and any of its objects may be null.

/// "ApplicationInstance", "ApplicationInstanceCreator", "JwksGenerator".
func declaredInstances(_ instance: ApplicationInstance, _ creator: ApplicationInstanceCreator) -> [Any] {
    let applicationInstanceId: UUID = instance.applicationInstanceId
    let jwks: JsonWebKeySet = instance.jwks
    let texts: [String] = [instance.pushToken, instance.osType]
    let toJson: () -> String = instance.toJson
    let fromJson: (String) throws -> ApplicationInstance = ApplicationInstance.fromJson
    let constructor: (String) throws -> ApplicationInstance = ApplicationInstance.init
    let withPingBaseUrl: (String) -> ApplicationInstanceCreator = creator.withPingBaseUrl
    let withJsonWebKeySet: (JsonWebKeySet) -> ApplicationInstanceCreator = creator.withJsonWebKeySet
    let withPushToken: (String) -> ApplicationInstanceCreator = creator.withPushToken
    let withCallbackURL: (String) -> ApplicationInstanceCreator = creator.withCallbackURL
    let build: () throws -> ApplicationInstance = creator.build
    let generate: () throws -> JsonWebKeySet = JwksGenerator().generate
    return [
        applicationInstanceId, jwks, texts, toJson, fromJson, constructor, withPingBaseUrl, withJsonWebKeySet, withPushToken,
        withCallbackURL, build, generate,
    ]
}

/// "Challenge", "Claim", "ClaimReference", "SaltedData", "Share".
func declaredData(_ challenge: Challenge, _ claim: Claim, _ reference: ClaimReference, _ salted: SaltedData, _ share: Share) -> [Any?] {
    let ids: [UUID] = [challenge.id, claim.id, reference.id]
    let expiresAt: Instant? = challenge.expiresAt
    let dates: [Instant] = [claim.createDate, reference.createDate]
    let members: [SaltedData] = [claim.issuer, claim.subject, claim.holder, reference.issuer, reference.subject, reference.holder]
    let references: [SaltedData?] = [claim.referenceClaimID, reference.referenceClaimID]
    let claimData: [SaltedData: SaltedData] = claim.claimData
    let texts: [String] = [
        claim.claimID, claim.dataJSON, claim.dataSignature, claim.dataHash, claim.partitionId, reference.claimID, reference.dataJSON,
        reference.dataSignature, reference.dataHash, reference.partitionId,
    ]
    let content: String = salted.content
    let salt: Salt = salted.salt
    let keys: [String] = share.keys
    let shared: Claim? = share.claim
    return [ids, expiresAt, dates, members, references, claimData, texts, content, salt, keys, shared]
}

/// "DIDException", with its other spellings.
func declaredException(_ exception: DIDException) -> [Any] {
    let getMessage: () -> String = exception.getMessage
    let getLocalizedMessage: () -> String = exception.getLocalizedMessage
    let other: DIDError = exception
    let third: DidException = exception
    let thrown: any Error = exception
    return [getMessage, getLocalizedMessage, other, third, thrown]
}

/// "DistributedIDClient", whose constructor lines say `DistributedIdClient`.
func declaredConstructors(_ applicationInstance: ApplicationInstance, _ messageHandler: any MessageHandler) -> [DistributedIDClient] {
    [
        DistributedIdClient.Builder(applicationInstance).build(), DistributedIdClient.Builder(applicationInstance, messageHandler).build(),
        DistributedIDClient.Builder(applicationInstance).build(),
    ]
}

/// The methods of "DistributedIDClient", each as documented and for asynchronous code.
func declaredMethods(_ client: DistributedIDClient) -> [Any] {
    let update: (String) throws -> Void = client.updateApplicationInstance
    let updateId: (String) throws -> Void = client.updateApplicationInstanceId
    let shareData: (UUID, String?, Challenge?, [Share]) throws -> Void = client.shareData
    let createSelfClaim: ([String: String]) throws -> Claim = client.createSelfClaim
    let createClaim: (UUID, String?, Challenge?, [String: String], Claim?) throws -> Claim = client.createClaim
    let verifyData: ([Share]) -> [DIDException] = client.verifyData
    let requestShare: (UUID, Challenge?, [String]?) throws -> Void = client.requestShare
    let requestShareText: (UUID, String?, Challenge?, [String]?) throws -> Void = client.requestShare
    let expireClaim: (ClaimReference, Instant, String?, Challenge?) throws -> Void = client.expireClaim
    let cancelClaim: (ClaimReference, Instant, String?, Challenge?) throws -> Void = client.cancelClaim
    let process: () throws -> Void = client.processMessages
    let processWith: (any MessageHandler) throws -> Void = client.processMessages
    return [
        update, updateId, shareData, createSelfClaim, createClaim, verifyData, requestShare, requestShareText, expireClaim, cancelClaim,
        process, processWith,
    ]
}

/// "MessageHandler", with its five methods.
final class DeclaredHandler: MessageHandler {
    var calls: [String] = []

    func handleShare(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ share: [Share], _ errors: [DidException]) {
        calls.append("handleShare")
    }
    func handleClaim(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claim: Claim?, _ errors: [DidException]) {
        calls.append("handleClaim")
    }
    func handleExpiredClaim(
        _ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ claimReference: ClaimReference?, _ errors: [DidException]
    ) {
        calls.append("handleExpiredClaim")
    }
    func handleShareRequest(_ senderId: UUID, _ message: String?, _ challenge: Challenge?, _ requestedKeys: [String]?) {
        calls.append("handleShareRequest")
    }
    func handleException(_ error: DIDException) { calls.append("handleException") }
}
