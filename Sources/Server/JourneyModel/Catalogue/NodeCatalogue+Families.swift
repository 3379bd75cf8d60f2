extension NodeCatalogue {
    /// Nodes that hold journeys together, and those that talk with the user about nothing in particular.
    package static let structure = NodeFamily(
        "Structure", Page.self, InnerTreeEvaluator.self, ForeignNode.self, ScriptedDecision.self, ConfigProvider.self,
        ChoiceCollector.self, MessageNode.self, PollingWaitNode.self, ModifyAuthLevel.self, AuthLevelDecision.self)

    /// Nodes that ask for names and passwords and count failures.
    package static let credentials = NodeFamily(
        "Names and passwords", UsernameCollector.self, PasswordCollector.self, DataStoreDecision.self, RetryLimitDecision.self,
        AccountLockout.self, IncrementLoginCount.self, LoginCountDecision.self)

    /// Nodes that gather a user's attributes and write accounts.
    package static let registration = NodeFamily(
        "Registration and profiles", PlatformUsername.self, PlatformPassword.self, AttributeCollector.self, KBADefinition.self,
        AcceptTerms.self, CreateObject.self, PatchObject.self)

    /// Nodes that send mail and text messages.
    package static let mail = NodeFamily(
        "Mail and passcodes", EmailSuspend.self, EmailTemplateNode.self, PasscodeGenerator.self, PasscodeByEmail.self, PasscodeBySMS.self,
        PasscodeDecision.self)

    /// Nodes that sign users in elsewhere.
    package static let federation = NodeFamily(
        "Identity providers", SelectProvider.self, SocialProviderHandler.self, OlderSocialProviderHandler.self, IDTokenValidator.self)

    /// Nodes that ask users by their devices.
    package static let devices = NodeFamily(
        "Devices", DeviceAuthenticationNode.self, DevicePairingNode.self, AuthenticationCodeNode.self, WebAuthnRegistrationNode.self,
        WebAuthnAuthenticationNode.self, WebAuthnDeviceStorageNode.self, DeviceBindingNode.self, DeviceBindingStorageNode.self,
        DeviceSigningVerifierNode.self, DeviceProfileCollector.self, DeviceSave.self, DeviceMatch.self, DeviceLocationMatch.self,
        DeviceGeofencing.self, DeviceTamperingVerification.self, OrchestrationAuthenticationNode.self, OrchestrationTransactionNode.self,
        AppIntegrityNode.self)

    /// Nodes about the risk of a sign-in.
    package static let risk = NodeFamily(
        "Risk", RiskNode.self, ProtectInitializeNode.self, ProtectEvaluationNode.self, ProtectResultNode.self,
        MarketplaceProtectInitialize.self, MarketplaceProtectEvaluation.self, MarketplaceProtectResult.self)

    /// Nodes that have users' identity verified by documents.
    package static let verification = NodeFamily(
        "Identity verification", IdentityVerificationNode.self, VerifyEvaluationNode.self, VerifyCompletionDecisionNode.self,
        VerifyProofingNode.self)

    /// Nodes about users' accounts in authenticator apps.
    package static let authenticators = NodeFamily(
        "Authenticator apps", OathRegistration.self, OathTokenVerifier.self, OathDeviceStorage.self, PushRegistrationNode.self,
        CombinedRegistration.self, PushSender.self, PushWait.self, PushResultVerifier.self, RecoveryCodeDisplay.self,
        RecoveryCodeCollector.self, SecondFactorOptions.self, SecondFactorOptOut.self, GetAuthenticatorApp.self)

    /// Nodes that find users and decide by what is stored about them.
    package static let identityDecisions = NodeFamily(
        "Finding users", IdentifyExistingUser.self, IdentityStoreDecision.self, AccountActiveDecision.self, AttributePresentDecision.self,
        AttributeValueDecision.self, QueryFilterDecision.self, RequiredAttributesDecision.self, ProfileCompletenessDecision.self,
        TimeSinceDecision.self, TermsDecision.self, KBADecision.self, KBAVerification.self, DisplayUsername.self, ConsentCollector.self,
        SessionData.self, CreatePassword.self)

    /// Nodes for the session, the result and the cookies of a run.
    package static let sessionNodes = NodeFamily(
        "Session, result and cookies", SetSessionProperties.self, RemoveSessionProperties.self, UpdateJourneyTimeout.self,
        SetSuccessURL.self, SetFailureURL.self, SetSuccessDetails.self, SetFailureDetails.self, SetErrorDetails.self,
        SetLogoutDetails.self, SetPersistentCookie.self, PersistentCookieDecision.self, CookiePresenceDecision.self, SetCustomCookie.self)

    /// Nodes about the state, the request and the server's metrics.
    package static let stateNodes = NodeFamily(
        "State, request and metrics", SetState.self, StateMetadata.self, QueryParameter.self, RequestHeader.self, IPAddressDecision.self,
        ZeroPageLogin.self, FlowControl.self, Meter.self, TimerStart.self, TimerStop.self, AnonymousUser.self,
        AnonymousSessionUpgrade.self, Captcha.self, EnterpriseCaptcha.self, LegacyCaptcha.self)
}
