extension NodeCatalogue {
    /// Nodes that hold journeys together, and those that talk with the user about nothing in particular.
    static let structure = [
        NodeKind(Page.self), NodeKind(InnerTreeEvaluator.self), NodeKind(ForeignNode.self), NodeKind(ScriptedDecision.self),
        NodeKind(ConfigProvider.self), NodeKind(ChoiceCollector.self), NodeKind(MessageNode.self), NodeKind(PollingWaitNode.self),
        NodeKind(ModifyAuthLevel.self), NodeKind(AuthLevelDecision.self),
    ]

    /// Nodes that ask for names and passwords and count failures.
    static let credentials = [
        NodeKind(UsernameCollector.self), NodeKind(PasswordCollector.self), NodeKind(DataStoreDecision.self),
        NodeKind(RetryLimitDecision.self), NodeKind(AccountLockout.self), NodeKind(IncrementLoginCount.self),
        NodeKind(LoginCountDecision.self),
    ]

    /// Nodes that gather a user's attributes and write accounts.
    static let registration = [
        NodeKind(PlatformUsername.self), NodeKind(PlatformPassword.self), NodeKind(AttributeCollector.self), NodeKind(KBADefinition.self),
        NodeKind(AcceptTerms.self), NodeKind(CreateObject.self), NodeKind(PatchObject.self),
    ]

    /// Nodes that send mail and text messages.
    static let mail = [
        NodeKind(EmailSuspend.self), NodeKind(EmailTemplateNode.self), NodeKind(PasscodeGenerator.self), NodeKind(PasscodeByEmail.self),
        NodeKind(PasscodeBySMS.self), NodeKind(PasscodeDecision.self),
    ]

    /// Nodes that sign users in elsewhere.
    static let federation = [
        NodeKind(SelectProvider.self), NodeKind(SocialProviderHandler.self), NodeKind(OlderSocialProviderHandler.self),
        NodeKind(IDTokenValidator.self),
    ]

    /// Nodes that ask users by their devices.
    static let devices = [
        NodeKind(DeviceAuthenticationNode.self), NodeKind(DevicePairingNode.self), NodeKind(AuthenticationCodeNode.self),
        NodeKind(WebAuthnRegistrationNode.self), NodeKind(WebAuthnAuthenticationNode.self), NodeKind(WebAuthnDeviceStorageNode.self),
        NodeKind(DeviceBindingNode.self), NodeKind(DeviceBindingStorageNode.self), NodeKind(DeviceSigningVerifierNode.self),
        NodeKind(DeviceProfileCollector.self), NodeKind(DeviceSave.self), NodeKind(DeviceMatch.self), NodeKind(DeviceLocationMatch.self),
        NodeKind(DeviceGeofencing.self), NodeKind(DeviceTamperingVerification.self),
    ]

    /// Nodes about users' accounts in authenticator apps.
    static let authenticators = [
        NodeKind(OathRegistration.self), NodeKind(OathTokenVerifier.self), NodeKind(OathDeviceStorage.self),
        NodeKind(PushRegistrationNode.self), NodeKind(CombinedRegistration.self), NodeKind(PushSender.self), NodeKind(PushWait.self),
        NodeKind(PushResultVerifier.self), NodeKind(RecoveryCodeDisplay.self), NodeKind(RecoveryCodeCollector.self),
        NodeKind(SecondFactorOptions.self), NodeKind(SecondFactorOptOut.self), NodeKind(GetAuthenticatorApp.self),
    ]

    /// Nodes that find users and decide by what is stored about them.
    static let identityDecisions = [
        NodeKind(IdentifyExistingUser.self), NodeKind(IdentityStoreDecision.self), NodeKind(AccountActiveDecision.self),
        NodeKind(AttributePresentDecision.self), NodeKind(AttributeValueDecision.self), NodeKind(QueryFilterDecision.self),
        NodeKind(RequiredAttributesDecision.self), NodeKind(ProfileCompletenessDecision.self), NodeKind(TimeSinceDecision.self),
        NodeKind(TermsDecision.self), NodeKind(KBADecision.self), NodeKind(KBAVerification.self), NodeKind(DisplayUsername.self),
        NodeKind(ConsentCollector.self), NodeKind(SessionData.self), NodeKind(CreatePassword.self),
    ]

    /// Nodes for the session, the result and the cookies of a run.
    static let sessionNodes = [
        NodeKind(SetSessionProperties.self), NodeKind(RemoveSessionProperties.self), NodeKind(UpdateJourneyTimeout.self),
        NodeKind(SetSuccessURL.self), NodeKind(SetFailureURL.self), NodeKind(SetSuccessDetails.self), NodeKind(SetFailureDetails.self),
        NodeKind(SetErrorDetails.self), NodeKind(SetLogoutDetails.self), NodeKind(SetPersistentCookie.self),
        NodeKind(PersistentCookieDecision.self),
        NodeKind(CookiePresenceDecision.self), NodeKind(SetCustomCookie.self),
    ]

    /// Nodes about the state, the request and the server's metrics.
    static let stateNodes = [
        NodeKind(SetState.self), NodeKind(StateMetadata.self), NodeKind(QueryParameter.self), NodeKind(RequestHeader.self),
        NodeKind(IPAddressDecision.self), NodeKind(ZeroPageLogin.self), NodeKind(FlowControl.self), NodeKind(Meter.self),
        NodeKind(TimerStart.self), NodeKind(TimerStop.self), NodeKind(AnonymousUser.self),
        NodeKind(AnonymousSessionUpgrade.self), NodeKind(Captcha.self), NodeKind(EnterpriseCaptcha.self),
        NodeKind(LegacyCaptcha.self),
    ]
}
