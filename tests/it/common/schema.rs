//! Values held against a JSON Schema: the keywords that ours have.

use serde_json::Value;

/// Faults of a value by a schema, whose references are to `document`. Keys that a schema of an object does not name are wrong.
pub(crate) fn faults(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut keys = Vec::new();
    check(document, schema, value, at, &mut found, &mut keys);
    let unknown = value.as_object().into_iter().flat_map(|object| object.keys()).filter(|key| !keys.contains(key));
    let is_map = has(document, schema, "additionalProperties");
    found.extend(unknown.filter(|_| !is_map).map(|key| format!("{at}: {key} is not described")));
    found
}

fn referred<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    let pointer = schema["$ref"].as_str().and_then(|name| name.strip_prefix('#'));
    pointer.map_or(schema, |pointer| document.pointer(pointer).unwrap_or(&Value::Null))
}

/// Whether a schema of objects has a schema for keys of any name.
fn has(document: &Value, schema: &Value, keyword: &str) -> bool {
    let schema = referred(document, schema);
    let any = schema["anyOf"].as_array().into_iter().flatten();
    schema[keyword].is_object() || any.into_iter().any(|one| has(document, one, keyword))
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other}: no type"),
    }
}

fn check<'d>(
    document: &'d Value,
    schema: &'d Value,
    value: &Value,
    at: &str,
    found: &mut Vec<String>,
    keys: &mut Vec<&'d String>,
) {
    let schema = referred(document, schema);
    for kinds in ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()) {
        let each: Vec<_> = kinds.iter().map(|kind| (kind, faults(document, kind, value, at))).collect();
        match each.iter().find(|(_, faults)| faults.is_empty()) {
            Some((kind, _)) => check(document, kind, value, at, found, keys),
            None => found.extend(each.into_iter().flat_map(|(_, faults)| faults)),
        }
    }
    let fits = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind.as_str().unwrap_or_default(), value)),
        Value::String(kind) => is_of(kind, value),
        _ => true,
    };
    let is_const = schema.get("const").is_none_or(|word| word == value);
    if !fits || !is_const || schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        found.push(format!("{at}: {value} is not as {schema}"));
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        let of = schema["prefixItems"].get(index).unwrap_or(&schema["items"]);
        found.extend(faults(document, of, item, &format!("{at}/{index}")));
    }
    let Some(object) = value.as_object() else { return };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    found.extend(required.filter(|key| !object.contains_key(*key)).map(|key| format!("{at}: no {key}")));
    for (key, of) in schema["properties"].as_object().into_iter().flatten() {
        keys.push(key);
        if let Some(value) = object.get(key) {
            found.extend(faults(document, of, value, &format!("{at}/{key}")));
        }
    }
    if schema["additionalProperties"].is_object() {
        for (key, value) in object.iter().filter(|(key, _)| schema["properties"].get(key).is_none()) {
            found.extend(faults(document, &schema["additionalProperties"], value, &format!("{at}/{key}")));
        }
    }
}
