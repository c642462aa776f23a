//! The description of all paths in OpenAPI 3.1, from the types of requests and answers.

use super::analysis::{LayersAnswer, LayersAsked, PlanAsked, ProofAsked, RoomsAsked};
use super::boards::{ConvertAsked, Converted, Levels, VerifyAsked};
use super::solve::{Progress, SolveAsked};
use crate::assist::Layer;
use crate::render::{OfLevel, PlanRow, ProofRow, RoomsRow, Row, SolveRow, Unanswered, VerifyRow};
use crate::serve::problem::Body;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

type Answer<T> = Row<'static, OfLevel<'static, T>>;

const ABOUT: &str = "Answers are the rows that the subcommands of sokoplan write with --json. A request has a level, \
                     limits, and what its path is about. Where all threads work and as many requests wait as may, the \
                     answer is 503 with Retry-After. Servers that listen to others ask for a token: \
                     `Authorization: Bearer TOKEN`.";

pub(super) fn openapi() -> String {
    let settings =
        || SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut asked = settings().for_deserialize().into_generator();
    let mut answers = settings().for_serialize().into_generator();
    let problem = answers.subschema_for::<Body<'_>>();
    let stopped = answers.subschema_for::<Answer<Unanswered>>();
    let progress = answers.subschema_for::<Progress>();
    let operation = |summary: &str, answer: Value| {
        let problem = json!({"description": "A problem.", "content": {"application/json": {"schema": problem}}});
        let answer = json!({"description": "The answer.", "content": answer});
        json!({"summary": summary, "responses": {"200": answer, "default": problem}})
    };
    let json = |schema: Value| json!({"application/json": {"schema": schema}});
    let or_stopped = |row: Schema| json!({"anyOf": [row, stopped]});
    let mut paths = Map::new();
    let mut post = |path: &str, mut operation: Value, kind: &str, content: Value| {
        operation["requestBody"] = json!({"required": true, "content": {kind: content}});
        paths.insert(path.to_owned(), json!({"post": operation}));
    };
    macro_rules! question {
        ($path:literal, $summary:literal, $asked:ty, $answer:expr, $example:tt) => {
            let content = json!({"schema": asked.subschema_for::<$asked>(), "example": $example});
            post($path, operation($summary, $answer), "application/json", content);
        };
    }
    let board = "#######\n#@ $ .#\n#######\n";
    let level = json!({"board": board, "title": "one box"});
    let levels = json(answers.subschema_for::<Levels<'_>>().to_value());
    let summary = "The levels of a file of at most 8 MiB and 10,000 levels: a text in any format that is detected by \
                   its content, alone, compressed by gzip, or in a zip archive.";
    post("/api/levels", operation(summary, levels.clone()), "application/octet-stream", json!({"example": board}));
    let mut content = json(answers.subschema_for::<Answer<SolveRow>>().to_value());
    content["text/event-stream"] = json!({"schema": progress});
    question!(
        "/api/solve",
        "Solves a level. With Accept: text/event-stream the answer is a stream: events `progress`, then one event `row` \
         or `problem`. Closing the connection ends the search.",
        SolveAsked,
        content,
        {"level": level, "limits": {"seconds": 10, "nodes": 10_000}}
    );
    question!(
        "/api/rooms",
        "Rooms, tunnels and dead squares.",
        RoomsAsked,
        json(or_stopped(answers.subschema_for::<Answer<RoomsRow<'_>>>())),
        {"level": level, "rooms_by": "width"}
    );
    question!(
        "/api/plan",
        "Abstract plans, and what became of their steps.",
        PlanAsked,
        json(or_stopped(answers.subschema_for::<Answer<PlanRow>>())),
        {"level": level, "limits": {"nodes": 10_000}, "abstraction": "counts", "k": 2}
    );
    question!(
        "/api/layers",
        "What helps a player in a position.",
        LayersAsked,
        json(or_stopped(answers.subschema_for::<Answer<LayersAnswer>>())),
        {
            "level": {"board": board, "title": "one box", "after": "r"},
            "layers": (Layer::ALL.map(Layer::word)),
            "box": [1, 3]
        }
    );
    question!(
        "/api/prove",
        "A proof that a position has no solution, which sokoproof checks.",
        ProofAsked,
        json(answers.subschema_for::<Answer<ProofRow>>().to_value()),
        {"level": {"board": "#######\n#@    #\n# $ . #\n#     #\n#######\n", "title": "one box", "after": "ddrU"}}
    );
    question!(
        "/api/verify",
        "Replays moves on the board alone.",
        VerifyAsked,
        json(answers.subschema_for::<Answer<VerifyRow<'_>>>().to_value()),
        {"level": level, "lurd": "rRR"}
    );
    question!(
        "/api/convert",
        "A level as text in a format.",
        ConvertAsked,
        json(answers.subschema_for::<Converted>().to_value()),
        {"level": level, "format": "sok", "lurd": "rRR"}
    );
    paths["/api/levels"]["get"] = operation("The levels of the command line.", levels);
    let mut schemas = asked.take_definitions(true);
    schemas.append(&mut answers.take_definitions(true));
    let token = json!({"token": {"type": "http", "scheme": "bearer"}});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "sokoplan serve", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT},
        "components": {"securitySchemes": token, "schemas": schemas},
        "paths": paths
    })
    .to_string()
}
