import Primitives

/// The list of all administrative actions: what isn't in it can't be performed, and the tests go through it.
package enum AdministrativeActions {
    /// The types of all actions.
    package static let all: [any AdministrativeAction.Type] =
        realms + users + clients + orchestration + signIn + messages + devices + risk + verification + [
            ListKeys.self, RotateKey.self, WithdrawKey.self, ListSessions.self, EndSessions.self, ListAuditEvents.self, VerifyAudit.self,
            ExportAudit.self, PruneAudit.self,
        ]

    private static let realms: [any AdministrativeAction.Type] = [
        ListRealms.self, ShowRealm.self, CreateRealm.self, SetRealm.self, CountRealmContents.self, RemoveRealm.self,
        ShowProfileSchema.self, SetProfileSchema.self, ResetProfileSchema.self, ListRealmSecrets.self, SetRealmSecret.self,
        RemoveRealmSecret.self, ListTrustStores.self, ShowTrustStore.self, LoadTrustStore.self, RemoveTrustStore.self,
    ]

    private static let users: [any AdministrativeAction.Type] = [
        ListUsers.self, FindUsers.self, CountUsers.self, ShowUser.self, GetUserAttributes.self, CreateUser.self, SetUserAttributes.self,
        SetUserPassword.self, SetAdministrator.self, LockUser.self, UnlockUser.self, ActivateUser.self, DeactivateUser.self,
        ProveUserMail.self, DeleteUser.self, ImportUsers.self, ShowUserImport.self, ExportUsers.self,
    ]

    private static let clients: [any AdministrativeAction.Type] = [
        ListClients.self, ShowClient.self, CreateClient.self, SetClient.self, RotateClientSecret.self, DeleteClient.self,
        ListConsents.self, WithdrawConsent.self,
        ListPushCredentials.self, AddPushCredentials.self, DeletePushCredentials.self, TestPush.self, EnablePingID.self,
        ListOrganisationKeys.self, CreateOrganisationKey.self, RemoveOrganisationKey.self,
    ]

    private static let orchestration: [any AdministrativeAction.Type] = [
        EnableOrchestration.self, ListOrchestrationKeys.self, CreateOrchestrationKey.self, RemoveOrchestrationKey.self, ShowLicences.self,
        AddLicences.self, RegisterForOrchestration.self, ShowAuthenticators.self, UnlockAuthenticator.self, RemoveAuthenticator.self,
    ]

    private static let risk: [any AdministrativeAction.Type] = [
        ListRiskEvaluations.self, ExplainRiskEvaluation.self, ListRiskPolicies.self, TryRiskPolicy.self, ListSignalApps.self,
        CreateSignalApp.self, RemoveSignalApp.self,
    ]

    private static let verification: [any AdministrativeAction.Type] =
        of(VerifyPolicyObject.self) + of(WebhookProviderObject.self) + [
            SaveVerifyPolicy.self, SaveWebhookProvider.self, CreateVerification.self, ListVerifications.self, ShowVerification.self,
            DecideVerification.self, DeleteVerification.self,
        ]

    private static let signIn: [any AdministrativeAction.Type] =
        of(JourneyObject.self) + of(ScriptObject.self) + of(PolicySetObject.self) + of(ProviderObject.self) + [
            CheckJourney.self, ReadJourney.self, ImportJourneys.self, ExportJourneys.self, RunJourney.self, SaveScript.self,
            RunScript.self, SavePolicySet.self, EvaluatePolicies.self, SaveProvider.self,
        ]

    private static let messages: [any AdministrativeAction.Type] =
        of(TemplateObject.self) + [
            SaveTemplate.self, RenderTemplate.self, ShowMailServer.self, FindOwnMailServer.self, SetMailServer.self, UnsetMailServer.self,
            TestMail.self,
            ShowGateway.self, SetGateway.self, UnsetGateway.self, TestGateway.self,
        ]

    private static let devices: [any AdministrativeAction.Type] = [
        ListDevices.self, BlockDevice.self, UnblockDevice.self, UnlockDevice.self, RemoveDevice.self, CreatePairingKey.self,
        ImportDeviceKey.self, ReadDeviceLogs.self,
    ]

    private static func of<Object: RealmObject>(_: Object.Type) -> [any AdministrativeAction.Type] {
        [ListObjects<Object>.self, ShowObject<Object>.self, DeleteObject<Object>.self]
    }

    private static let known = Set(all.map { ObjectIdentifier($0) })

    static func contains(_ action: any AdministrativeAction.Type) -> Bool { known.contains(ObjectIdentifier(action)) }
}
