// The description of the API as a page for people: each path with its fields, an example, and its answers.

/** @typedef {{$ref?: string, type?: string | string[], const?: string, enum?: string[], description?: string, items?: Schema,
 *   prefixItems?: Schema[], anyOf?: Schema[], oneOf?: Schema[], properties?: Record<string, Schema>, required?: string[]}} Schema
 * @typedef {Record<string, {schema?: Schema, example?: unknown}>} Content
 * @typedef {{summary: string, requestBody?: {content: Content}, responses: Record<string, {description: string, content?: Content}>}} Operation
 * @typedef {{info: {title: string, description: string}, components: {schemas: Record<string, Schema>},
 *   paths: Record<string, Record<string, Operation>>}} Description */

/** The name of the schema that is referred to. @param {string} reference */
function nameOfReference(reference) {
  return reference.split("/").at(-1) ?? reference;
}

/** A type in words, with a link where it has a name. @param {Schema} schema @returns {(Node | string)[]} */
function typeWords(schema) {
  if (schema.$ref) return [make("a", { href: `#${nameOfReference(schema.$ref)}` }, nameOfReference(schema.$ref))];
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return kinds.flatMap((one, at) => [...(at > 0 ? [" or "] : []), ...typeWords(one)]);
  if (schema.const) return [schema.const];
  if (schema.prefixItems) return ["pair of ", ...typeWords(schema.prefixItems[0])];
  if (schema.items) return ["list of ", ...typeWords(schema.items)];
  if (schema.enum) return [`one of ${schema.enum.join(", ")}`];
  return [String(schema.type ?? "any value").replaceAll(",", " or ")];
}

/** The fields of an object as a table. @param {string} name @param {Schema | undefined} schema */
function fieldTable(name, schema) {
  const fields = Object.entries(schema?.properties ?? {});
  if (!schema || fields.length === 0) return null;
  const heads = ["field", "type", "meaning"].map((head) => make("th", { scope: "col" }, head));
  const rows = fields.map(([field, of]) => make("tr", {},
    make("td", {}, make("code", {}, field), schema.required?.includes(field) ? " (required)" : null),
    make("td", {}, ...typeWords(of)), make("td", { className: "wide" }, of.description)));
  return make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": `Fields of ${name}` },
    make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)));
}

/** A path: what it does, its request and its answers. @param {string} path @param {string} method @param {Operation} operation */
function operationPart(path, method, { summary, requestBody, responses }) {
  const name = `${method.toUpperCase()} ${path}`;
  const [kind, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = typeof body?.example === "string" ? body.example : JSON.stringify(body?.example, null, 2);
  const told = Object.entries(responses).map(([status, { description, content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    return make("li", {}, `${status === "default" ? "Otherwise" : status}: ${description} `, ...(schema ? typeWords(schema) : []));
  });
  return make("section", { "aria-label": name }, make("h2", {}, name), make("p", {}, summary),
    kind ? make("h3", {}, `Request: ${kind}`) : null,
    body?.schema?.$ref ? make("p", {}, ...typeWords(body.schema)) : fieldTable(name, body?.schema),
    body ? make("pre", { tabIndex: 0, className: "example" }, example) : null,
    make("h3", {}, "Answer"), make("ul", {}, ...told));
}

/** A type that has a name. @param {string} name @param {Schema} schema */
function schemaPart(name, schema) {
  return make("section", { id: name, "aria-label": name }, make("h2", {}, name),
    schema.description ? make("p", {}, schema.description) : null, fieldTable(name, schema));
}

const described = /** @type {HTMLElement} */ (document.getElementById("main"));
fetch("/api/openapi.json").then((response) => response.json()).then((/** @type {Description} */ { info, paths, components }) => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPart(path, method, operation)));
  described.replaceChildren(make("h1", {}, "The API of this server"), make("p", {}, info.description),
    make("p", {}, "Programs read the same description as ", make("a", { href: "/api/openapi.json" }, "OpenAPI 3.1"), "."),
    ...operations, make("h2", {}, "Types"), ...Object.entries(components.schemas).map(([name, schema]) => schemaPart(name, schema)));
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}).catch((error) => described.replaceChildren(make("p", { className: "fault", role: "alert" }, String(error))));
