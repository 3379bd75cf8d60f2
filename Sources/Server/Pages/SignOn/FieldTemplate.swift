/// One callback of the form.
enum FieldTemplate {
    static let source = """
        {{#textBox}}
        <div class="field">
        <label for="{{fieldName}}">{{label}}</label>
        <input id="{{fieldName}}" name="{{fieldName}}" type="{{type}}" value="{{initial}}" autocomplete="{{autocomplete}}"\
        {{#isVerbatim}} autocapitalize="none" autocorrect="off" spellcheck="false"{{/isVerbatim}}\
        {{#isWrong}} aria-invalid="true" aria-describedby="error"{{/isWrong}}{{#hasFocus}} autofocus{{/hasFocus}}>
        </div>
        {{/textBox}}
        {{#options}}
        <fieldset class="field">
        <legend>{{legend}}</legend>
        {{#entries}}
        <label class="option"><input type="radio" name="{{fieldName}}" value="{{index}}"{{#isChosen}} checked{{/isChosen}}>\
        <span>{{caption}}</span></label>
        {{/entries}}
        </fieldset>
        {{/options}}
        {{#menu}}
        <div class="field">
        <label for="{{fieldName}}">{{legend}}</label>
        <select id="{{fieldName}}" name="{{fieldName}}">
        {{#entries}}<option value="{{index}}"{{#isChosen}} selected{{/isChosen}}>{{caption}}</option>
        {{/entries}}
        </select>
        </div>
        {{/menu}}
        {{#buttons}}
        <div class="buttons" role="group"{{#legend}} aria-labelledby="{{fieldName}}-legend"{{/legend}}>
        {{#legend}}<p id="{{fieldName}}-legend">{{.}}</p>
        {{/legend}}
        {{#implicit}}<button class="implicit" name="{{fieldName}}" value="{{.}}" tabindex="-1" aria-hidden="true"></button>
        {{/implicit}}
        {{#entries}}
        <button type="submit" name="{{fieldName}}" value="{{index}}"{{^isChosen}} class="secondary"{{/isChosen}}>{{caption}}</button>
        {{/entries}}
        </div>
        {{/buttons}}
        {{#hiddenValue}}
        <input type="hidden" name="{{fieldName}}" value="{{content}}">
        {{/hiddenValue}}
        {{#notice}}
        <div class="notice {{kind}}" role="{{role}}"><p>{{message}}</p></div>
        {{/notice}}

        """
}
