/// One callback of the form.
enum FieldTemplate {
    static let source = """
        {{#textBox}}
        <div class="field">
        <label for="{{fieldName}}"{{#isObligatory}} class="required"{{/isObligatory}}>{{label}}</label>
        {{#rules}}<ul class="hint" id="{{identifier}}">{{#sentences}}<li>{{.}}</li>{{/sentences}}</ul>
        {{/rules}}
        {{#reveal}}<div class="secret">{{/reveal}}
        <input id="{{fieldName}}" name="{{fieldName}}" type="{{type}}" value="{{initial}}" autocomplete="{{autocomplete}}"\
        {{#isFractional}} step="any"{{/isFractional}}\
        {{#isVerbatim}} autocapitalize="none" autocorrect="off" spellcheck="false"{{/isVerbatim}}\
        {{#isObligatory}} aria-required="true"{{/isObligatory}}\
        {{#isWrong}} aria-invalid="true"{{/isWrong}}{{#describedBy}} aria-describedby="{{.}}"{{/describedBy}}\
        {{#hasFocus}} autofocus{{/hasFocus}}>
        {{#reveal}}<button type="button" class="secondary" data-reveal="{{fieldName}}" aria-controls="{{fieldName}}" aria-pressed="false" \
        hidden>{{caption}}</button></div>{{/reveal}}
        {{>problems}}
        </div>
        {{/textBox}}
        {{#checkBox}}
        <div class="field">
        {{#preface}}
        <section class="terms" tabindex="0" aria-label="{{title}}">
        <h2>{{title}}</h2>
        <p dir="auto"{{#textLanguage}} lang="{{.}}"{{/textLanguage}}>{{text}}</p>
        {{#listing}}<ul>{{#points}}<li>{{.}}</li>{{/points}}</ul>
        {{/listing}}
        </section>
        {{/preface}}
        <label class="option"><input id="{{fieldName}}" type="checkbox" name="{{fieldName}}" value="true"{{#isTicked}} checked{{/isTicked}}\
        {{#isObligatory}} aria-required="true"{{/isObligatory}}\
        {{#isWrong}} aria-invalid="true"{{/isWrong}}{{#describedBy}} aria-describedby="{{.}}"{{/describedBy}}\
        {{#hasFocus}} autofocus{{/hasFocus}}>\
        <span{{#isObligatory}} class="required"{{/isObligatory}}>{{caption}}</span></label>
        <input type="hidden" name="{{fieldName}}" value="false">
        {{>problems}}
        </div>
        {{/checkBox}}
        {{#options}}
        <fieldset class="field"{{#describedBy}} aria-describedby="{{.}}"{{/describedBy}}\
        {{#hasFocus}} tabindex="-1" autofocus{{/hasFocus}}>
        <legend>{{legend}}</legend>
        {{#entries}}
        <label class="option"><input type="radio" name="{{fieldName}}" value="{{value}}"{{#isChosen}} checked{{/isChosen}}>\
        <span>{{caption}}</span></label>
        {{/entries}}
        {{>problems}}
        </fieldset>
        {{/options}}
        {{#menu}}
        <div class="field">
        <label for="{{fieldName}}">{{legend}}</label>
        <select id="{{fieldName}}" name="{{fieldName}}"\
        {{#isWrong}} aria-invalid="true"{{/isWrong}}{{#describedBy}} aria-describedby="{{.}}"{{/describedBy}}\
        {{#hasFocus}} autofocus{{/hasFocus}}>
        {{#entries}}<option value="{{value}}"{{#captionLanguage}} lang="{{.}}"{{/captionLanguage}}\
        {{#isChosen}} selected{{/isChosen}}>{{caption}}</option>
        {{/entries}}
        </select>
        {{>problems}}
        </div>
        {{/menu}}
        {{#securityQuestion}}
        <fieldset class="field">
        <legend>{{legend}}</legend>
        <label class="required" for="{{fieldName}}question">{{chooseLabel}}</label>
        <select id="{{fieldName}}question" name="{{fieldName}}question"\
        {{#describedBy}} aria-describedby="{{.}}"{{/describedBy}}{{#focusesOnQuestion}} aria-invalid="true" autofocus{{/focusesOnQuestion}}>
        {{#unchosen}}<option value="" selected>{{.}}</option>
        {{/unchosen}}
        {{#questions}}<option value="{{text}}"{{#isChosen}} selected{{/isChosen}}>{{text}}</option>
        {{/questions}}
        </select>
        {{#ownLabel}}
        <label for="{{fieldName}}own">{{.}}</label>
        <input id="{{fieldName}}own" name="own.{{fieldName}}question" type="text" value="{{own}}" autocomplete="off">
        {{/ownLabel}}
        <label class="required" for="{{fieldName}}answer">{{answerLabel}}</label>
        <input id="{{fieldName}}answer" name="{{fieldName}}answer" type="text" value="" autocomplete="off"\
        {{#isWrong}}{{^focusesOnQuestion}} aria-invalid="true"{{/focusesOnQuestion}}{{/isWrong}}\
        {{#describedBy}} aria-describedby="{{.}}"{{/describedBy}}\
        {{#focusesOnAnswer}} autofocus{{/focusesOnAnswer}}>
        {{>problems}}
        </fieldset>
        {{/securityQuestion}}
        {{#buttons}}
        <div class="buttons" role="group"{{#legend}} aria-labelledby="{{fieldName}}-legend"{{/legend}}\
        {{#describedBy}} aria-describedby="{{.}}"{{/describedBy}}{{#hasFocus}} tabindex="-1" autofocus{{/hasFocus}}>
        {{>problems}}
        {{#legend}}<p id="{{fieldName}}-legend">{{.}}</p>
        {{/legend}}
        {{#implicit}}<button class="implicit" name="{{fieldName}}" value="{{.}}" tabindex="-1" aria-hidden="true"></button>
        {{/implicit}}
        {{#entries}}
        <button type="submit" name="{{fieldName}}" value="{{value}}"{{^isChosen}} class="secondary"{{/isChosen}}>{{caption}}</button>
        {{/entries}}
        </div>
        {{/buttons}}
        {{#captcha}}
        <div class="field">
        <div class="{{elementClass}}" data-sitekey="{{siteKey}}" data-action="login"></div>
        <noscript><div class="notice warning" role="note"><p>{{scriptless}}</p></div></noscript>
        <input type="hidden" name="captcha" value="{{tokenInput}}">
        {{#extra}}<input type="hidden" name="{{extraName}}" value="{{extraContent}}">
        {{/extra}}
        </div>
        {{/captcha}}
        {{#code}}
        <div class="code" role="img" aria-label="{{caption}}">{{{svg}}}</div>
        {{#link}}<p class="hint"><a href="{{address}}">{{label}}</a></p>
        {{/link}}
        {{/code}}
        {{#number}}<p class="number">{{.}}</p>
        {{/number}}
        {{#hiddenValue}}
        <input type="hidden" name="{{fieldName}}" value="{{content}}">
        {{/hiddenValue}}
        {{#sensor}}
        {{#inputs}}<input type="hidden" name="{{inputName}}" value="{{inputValue}}" data-sensor="{{part}}">
        {{/inputs}}
        {{/sensor}}
        {{#passkey}}
        <div class="passkey" data-passkey="{{ceremony}}" data-outcome="{{outcomeInput}}" data-options="{{options}}"\
        {{#isWrapped}} data-wrapped{{/isWrapped}}>
        <noscript><div class="notice warning" role="note"><p>{{says.needsScript}}</p></div></noscript>
        <div class="notice wait" role="status" data-says="asking" hidden><p>{{says.asking}}</p></div>
        <div class="notice warning" role="alert" data-says="declined" hidden><p>{{says.declined}}</p></div>
        <div class="notice warning" role="alert" data-says="unable" hidden><p>{{says.unable}}</p></div>
        <div class="notice warning" role="alert" data-says="known" hidden><p>{{says.known}}</p></div>
        <div class="notice warning" role="alert" data-says="elsewhere" hidden><p>{{says.elsewhere}}</p></div>
        {{#starter}}<div class="buttons"><button type="button"{{^isModal}} class="secondary"{{/isModal}} data-start hidden>{{.}}</button></div>
        {{/starter}}
        </div>
        {{/passkey}}
        {{#notice}}
        <div class="notice {{kind}}" role="{{role}}"{{#identifier}} id="{{.}}"{{/identifier}}><p>{{message}}</p></div>
        {{/notice}}

        """

    /// The problems of a field's value.
    static let problems = """
        {{#problems}}<ul class="problems" id="{{identifier}}">{{#sentences}}<li>{{.}}</li>{{/sentences}}</ul>{{/problems}}
        """
}
