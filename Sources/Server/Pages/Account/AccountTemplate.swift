/// One's own account, in sections.
enum AccountTemplate {
    static let source = """
        {{<layout}}{{$width}}wide{{/width}}{{$main}}
        <div class="title">
        <div>
        <h1>{{account.title}}</h1>
        <p class="lead">{{personName}}</p>
        </div>
        <form method="post" action="{{paths.signOut}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <button type="submit" class="secondary">{{phrases.signOut}}</button>
        </form>
        </div>
        {{#error}}<div id="error" class="notice error" role="alert"><p><strong>{{phrases.errorPrefix}}:</strong> {{.}}</p></div>
        {{/error}}
        {{#isSaved}}<div class="notice information" role="status"><p>{{account.saved}}</p></div>
        {{/isSaved}}
        {{^profile}}
        <div class="notice warning" role="note"><p>{{account.stale}}</p></div>
        <p class="buttons"><a class="button" href="{{paths.signIn}}">{{account.signInAgain}}</a></p>
        {{/profile}}
        <nav aria-label="{{account.sections}}"><ul class="ways">
        {{#profile}}<li><a href="#profile">{{account.profile}}</a></li>{{/profile}}
        <li><a href="#security">{{account.security}}</a></li>
        <li><a href="#sessions">{{account.sessions}}</a></li>
        <li><a href="#applications">{{account.applications}}</a></li>
        {{#isFresh}}<li><a href="#data">{{account.data}}</a></li>{{/isFresh}}
        </ul></nav>
        {{#profile}}
        <section aria-labelledby="profile">
        <h2 id="profile">{{account.profile}}</h2>
        <form method="post" action="{{paths.profile}}">
        <input type="hidden" name="{{stateField}}" value="{{state}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        {{#requiredMark}}<p class="hint">{{.}}</p>
        {{/requiredMark}}
        <div class="columns">
        {{#fields}}
        {{>field}}
        {{/fields}}
        </div>
        {{#groups}}
        <details{{#isOpen}} open{{/isOpen}}><summary>{{title}}</summary>
        <div class="columns">
        {{#groupFields}}
        {{>field}}
        {{/groupFields}}
        </div>
        </details>
        {{/groups}}
        <div class="buttons"><button type="submit">{{account.save}}</button></div>
        </form>
        </section>
        {{/profile}}
        \(security)
        \(sessions)
        \(applications)
        \(data)
        {{/main}}{{/layout}}
        """

    private static let security = """
        <section aria-labelledby="security">
        <h2 id="security">{{account.security}}</h2>
        {{#passwordChange}}<h3>{{account.password}}</h3>
        <p class="buttons"><a class="button secondary" href="{{linkPath}}">{{linkText}}</a></p>
        {{/passwordChange}}
        {{#hasPasskeys}}<h3>{{phrases.passkeys.title}}</h3>
        {{^passkeys}}<p>{{phrases.passkeys.none}}</p>
        {{/passkeys}}
        <ul class="links passkeys">
        {{#passkeys}}<li><span><strong>{{shownName}}</strong> <small>{{phrases.passkeys.added}} {{#since}}\(moment){{/since}}{{#isCopied}}, \
        {{phrases.passkeys.isBackedUp}}{{/isCopied}}</small></span>
        {{#canChange}}<form method="post" action="{{paths.passkeys}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <input type="hidden" name="{{passkeyField}}" value="{{passkeyID}}">
        <input type="text" name="{{nameField}}" value="{{given}}" maxlength="100" autocomplete="off" \
        aria-label="{{phrases.passkeys.name}}: {{shownName}}">
        <button type="submit" class="secondary">{{phrases.passkeys.rename}}</button>
        <button type="submit" class="secondary" name="{{removeField}}" value="true">{{phrases.passkeys.remove}}</button>
        </form>{{/canChange}}</li>
        {{/passkeys}}
        </ul>
        {{#passkeyAddition}}<p class="buttons"><a class="button secondary" href="{{linkPath}}">{{linkText}}</a></p>
        {{/passkeyAddition}}
        {{/hasPasskeys}}
        {{#deviceGroups}}<form method="post" action="{{paths.devices}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <h3>{{title}}</h3>
        <ul class="links">
        {{#devices}}<li><span><strong>{{deviceName}}</strong> <small>{{phrases.passkeys.added}} {{#added}}\(moment){{/added}}</small></span>\
        {{#canRemove}} <button type="submit" class="secondary" name="{{deviceField}}" value="{{deviceID}}" \
        aria-label="{{phrases.passkeys.remove}}: {{deviceName}}">{{phrases.passkeys.remove}}</button>{{/canRemove}}</li>
        {{/devices}}
        </ul>
        </form>
        {{/deviceGroups}}
        {{#recoveryCodes}}<h3>{{account.recoveryCodes}}</h3>
        <p>{{.}}</p>
        {{/recoveryCodes}}
        {{#hasLinks}}<form method="post" action="{{paths.links}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <h3>{{account.links}}</h3>
        <ul class="links">
        {{#links}}<li><span>{{provider}}</span>{{#isRemovable}} <button type="submit" class="secondary" name="{{linkField}}" \
        value="{{value}}">{{account.unlink}}</button>{{/isRemovable}}</li>
        {{/links}}
        </ul>
        </form>
        {{/hasLinks}}
        </section>
        """

    private static let sessions = """
        <section aria-labelledby="sessions">
        <h2 id="sessions">{{account.sessions}}</h2>
        <form method="post" action="{{paths.sessions}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <ul class="links sessions">
        {{#sessions}}<li><span><strong>{{program}}</strong>{{#place}}, {{.}}{{/place}} \
        <small>{{account.signedIn}} {{#since}}\(moment){{/since}} · {{account.lastUsed}} {{#used}}\(moment){{/used}}</small></span>\
        {{#isCurrent}} <em>{{account.thisSession}}</em>{{/isCurrent}}\
        {{^isCurrent}} <button type="submit" class="secondary" name="{{sessionField}}" value="{{handle}}" \
        aria-label="{{account.end}}: {{program}}">{{account.end}}</button>{{/isCurrent}}</li>
        {{/sessions}}
        </ul>
        {{#others}}<p class="buttons"><button type="submit" class="secondary" name="{{sessionField}}" value="{{.}}">{{account.endOthers}}\
        </button></p>
        {{/others}}
        </form>
        </section>
        """

    private static let applications = """
        <section aria-labelledby="applications">
        <h2 id="applications">{{account.applications}}</h2>
        {{^hasConsents}}<p>{{account.noApplications}}</p>
        {{/hasConsents}}
        {{#hasConsents}}<form method="post" action="{{paths.consents}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <ul class="links">
        {{#consents}}<li><span><strong>{{applicationName}}</strong> <small>{{#since}}\(moment){{/since}}: {{scopeTexts}}</small></span> \
        <button type="submit" class="secondary" name="{{consentField}}" value="{{applicationID}}" \
        aria-label="{{consent.withdraw}}: {{applicationName}}">{{consent.withdraw}}</button></li>
        {{/consents}}
        </ul>
        </form>
        {{/hasConsents}}
        </section>
        """

    private static let data = """
        {{#isFresh}}<section aria-labelledby="data">
        <h2 id="data">{{account.data}}</h2>
        <form method="post" action="{{paths.data}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <div class="buttons"><button type="submit" class="secondary">{{account.download}}</button></div>
        </form>
        {{#isDeletable}}<details><summary>{{account.deletion}}</summary>
        <form method="post" action="{{paths.deletion}}">
        <input type="hidden" name="{{csrfField}}" value="{{csrfToken}}">
        <p>{{account.deletionText}}</p>
        <div class="field"><label for="{{confirmationField}}">{{account.deletionName}}</label>
        <input id="{{confirmationField}}" name="{{confirmationField}}" type="text" autocomplete="off" autocapitalize="none" \
        spellcheck="false"></div>
        <div class="buttons"><button type="submit" class="danger">{{account.deletion}}</button></div>
        </form>
        </details>
        {{/isDeletable}}
        </section>{{/isFresh}}
        """

    /// A moment, exact on hover and for assistive technology.
    private static let moment = "<time datetime=\"{{machine}}\" title=\"{{exact}}\">{{ago}}</time>"
}
