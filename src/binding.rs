//! What JavaScript can call: conversions and nothing else.
#![expect(clippy::needless_pass_by_value, reason = "napi hands arguments over by value")]

use napi::bindgen_prelude::{
    Either, Env, Error, Latin1String, Object, Result, Status, Uint8Array, Uint32Array, Utf16String,
};
use napi_derive::napi;

use crate::{
    json, os,
    strip::{self, Edit, Erasure as Erased, Goal},
    transform::{self, TextEdit, Transformed},
};

/// What erasing a source that is not ASCII comes to: the edits that leave what is left of it; or what is wrong with a source.
#[napi(object, object_from_js = false)]
pub struct Erasure {
    /// Three numbers an edit: where it starts, where it ends, and the character code that is put at its start, all
    /// else in it becoming spaces. UTF-16 offsets, ascending and disjoint, no line break in any.
    pub edits: Option<Uint32Array>,
    /// The first fault, where there is one.
    pub diagnostic: Option<Diagnostic>,
}

/// What transforming a source comes to: the edits that erase its types where nothing else is to be done, or what is
/// written anew, or what is wrong with it.
#[napi(object, object_from_js = false)]
pub struct Transformation {
    /// As those of an erasure.
    pub edits: Option<Uint32Array>,
    /// Three numbers a part that is written anew: where it starts, where it ends, and the length of what takes its
    /// place. UTF-16 code units, ascending and disjoint.
    pub rewrites: Option<Uint32Array>,
    /// What takes their places, one after the other.
    pub text: Option<String>,
    /// The source map of what is written anew, version 3, as JSON.
    pub map: Option<String>,
    /// The first fault, where there is one.
    pub diagnostic: Option<Diagnostic>,
}

/// A fault of a source.
#[napi(object, object_from_js = false)]
pub struct Diagnostic {
    /// What kind of fault it is, such as `non-erasable-enum`.
    pub code: &'static str,
    /// One sentence, without a full stop.
    pub message: String,
    /// 1-based; left out with the other fields about the place where the fault is of the whole source.
    pub line: Option<u32>,
    /// 1-based, in UTF-16 code units.
    pub column: Option<u32>,
    /// The source line, and on a second line carets under the place.
    pub excerpt: Option<String>,
    /// What to write instead.
    pub hint: Option<String>,
    /// Whether transforming, instead of erasing, would take the source.
    pub needs_transform: bool,
}

/// What is left of a source that is ASCII, or else an erasure. A string that is known to be ASCII is one copy of its bytes.
type CodeOrErasure = Either<Latin1String, Erasure>;

/// Erases the types of a source. A source that is ASCII comes to what is left of it.
#[napi(ts_return_type = "string | Erasure")]
pub fn erase_types(source: String, #[napi(ts_arg_type = "'body' | 'module'")] goal: String) -> Result<CodeOrErasure> {
    let goal = parse_goal(&goal)?;
    let erased = strip::erase(&source, goal);
    Ok(code_or_erasure(source, erased))
}

/// Erases the types of a source on a thread of its own.
#[napi(ts_return_type = "Promise<string | Erasure>")]
pub fn erase_types_in_background(
    env: &Env,
    source: String,
    #[napi(ts_arg_type = "'body' | 'module'")] goal: String,
) -> Result<Object<'_>> {
    let goal = parse_goal(&goal)?;
    let (deferred, promise) = env.create_deferred()?;
    let kept = source.clone();
    strip::erase_in_background(source, goal, move |erased| {
        let erasure = code_or_erasure(kept, erased);
        deferred.resolve(|_| Ok(erasure));
    });
    Ok(promise)
}

/// Transforms a source: erases its types, and writes enums, namespaces and parameter properties as JavaScript.
#[napi]
pub fn transform_types(
    source: String,
    #[napi(ts_arg_type = "'body' | 'module'")] goal: String,
) -> Result<Transformation> {
    let goal = parse_goal(&goal)?;
    Ok(transform::transform(&source, goal).into())
}

/// Transforms a source on a thread of its own.
#[napi(ts_return_type = "Promise<Transformation>")]
pub fn transform_types_in_background(
    env: &Env,
    source: String,
    #[napi(ts_arg_type = "'body' | 'module'")] goal: String,
) -> Result<Object<'_>> {
    let goal = parse_goal(&goal)?;
    let (deferred, promise) = env.create_deferred()?;
    transform::transform_in_background(source, goal, move |done| deferred.resolve(|_| Ok(Transformation::from(done))));
    Ok(promise)
}

fn parse_goal(goal: &str) -> Result<Goal> {
    match goal {
        "body" => Ok(Goal::Body),
        "module" => Ok(Goal::Module),
        _ => Err(Error::new(Status::InvalidArg, "goal must be 'body' or 'module'")),
    }
}

fn code_or_erasure(source: String, erased: Erased) -> CodeOrErasure {
    let edits = match erased {
        Ok(edits) => edits,
        Err(found) => return Either::B(Erasure { edits: None, diagnostic: Some((*found).into()) }),
    };
    // Whatever is no ASCII may be half a surrogate pair, which did not survive the way here.
    match source.is_ascii().then(|| strip::apply(source, &edits)).flatten() {
        Some(code) => Either::A(code.into()),
        None => Either::B(Erasure { edits: Some(Uint32Array::new(flatten(&edits))), diagnostic: None }),
    }
}

impl From<transform::Transformation> for Transformation {
    fn from(done: transform::Transformation) -> Self {
        let nothing = Self { edits: None, rewrites: None, text: None, map: None, diagnostic: None };
        match done {
            Ok(Transformed::Erased(edits)) => Self { edits: Some(Uint32Array::new(flatten(&edits))), ..nothing },
            Ok(Transformed::Rewritten { edits, map }) => Self {
                rewrites: Some(Uint32Array::new(edits.iter().flat_map(measure).collect())),
                text: Some(edits.into_iter().map(|edit| edit.text).collect()),
                map: Some(map),
                ..nothing
            },
            Err(found) => Self { diagnostic: Some((*found).into()), ..nothing },
        }
    }
}

fn measure(edit: &TextEdit) -> [u32; 3] {
    let units = u32::try_from(edit.text.encode_utf16().count()).unwrap_or(u32::MAX);
    [edit.start, edit.end, units]
}

fn flatten(edits: &[Edit]) -> Vec<u32> {
    edits.iter().flat_map(|edit| [edit.start, edit.end, u32::from(edit.put as u8)]).collect()
}

impl From<strip::Diagnostic> for Diagnostic {
    fn from(found: strip::Diagnostic) -> Self {
        let (line, column, excerpt) = match found.place {
            Some(place) => (Some(place.line), Some(place.column), Some(place.excerpt)),
            None => (None, None, None),
        };
        Self {
            code: found.code.as_str(),
            message: found.message,
            line,
            column,
            excerpt,
            hint: found.hint,
            needs_transform: found.needs_transform,
        }
    }
}

/// UTF-8 bytes that `JSON.stringify` gives the value of a JSON text (UTF-8), or `null` where the text is not lossless
/// JSON: not JSON, a key twice in one object, a number that reads as `-0` or as an infinity.
#[napi]
pub fn inspect_json(text: Uint8Array) -> Option<f64> {
    json::inspect(&text).map(to_number)
}

/// As `inspectJson`, on a thread of its own, and says where the text can be taken apart into pieces of some `piece_bytes`
/// bytes. Nobody may write to `text` meanwhile.
#[napi(ts_return_type = "Promise<JsonInspection | null>")]
pub fn inspect_json_in_background(env: &Env, text: Uint8Array, piece_bytes: f64) -> Result<Object<'_>> {
    let (deferred, promise) = env.create_deferred()?;
    json::inspect_in_background(text, to_size(piece_bytes), move |found| {
        deferred.resolve(move |_| Ok(found.map(JsonInspection::from)));
    });
    Ok(promise)
}

/// A lossless JSON text.
#[napi(object, object_from_js = false)]
pub struct JsonInspection {
    /// UTF-8 bytes that `JSON.stringify` gives its value.
    pub bytes: f64,
    /// Commas between members of containers, by place.
    pub cuts: Vec<JsonCut>,
}

/// A comma between two members of a container.
#[napi(object, object_from_js = false)]
pub struct JsonCut {
    /// Its place, in bytes.
    pub at: f64,
    /// The containers that are open there, the outermost first: `[]` for an array; for an object `[start, end]` of the key
    /// whose value was read last, quotation marks included.
    pub path: Vec<Vec<f64>>,
}

impl From<json::Inspection> for JsonInspection {
    fn from(found: json::Inspection) -> Self {
        Self { bytes: to_number(found.bytes), cuts: found.cuts.into_iter().map(JsonCut::from).collect() }
    }
}

impl From<json::Cut> for JsonCut {
    fn from(cut: json::Cut) -> Self {
        let range = |level| match level {
            json::Level::Array => vec![],
            json::Level::Object(key) => vec![to_number(key.start), to_number(key.end)],
        };
        Self { at: to_number(cut.at), path: cut.path.into_iter().map(range).collect() }
    }
}

/// UTF-8 bytes of the JSON string that holds `text`, quotation marks included.
#[napi]
pub fn json_string_bytes(text: Utf16String) -> f64 {
    to_number(json::string_bytes(&text))
}

/// Length in UTF-16 units of the longest prefix of `text` that ends between code points and whose JSON string takes at
/// most `max_bytes`.
#[napi]
pub fn json_fitting_prefix(text: Utf16String, max_bytes: f64) -> f64 {
    to_number(json::fitting_prefix(&text, to_size(max_bytes)))
}

/// Has a thread of this process (`thread` is its id in the operating system) children, dead ones that it has not waited
/// for included? No where the system does not tell.
#[napi]
pub fn has_children(thread: u32) -> bool {
    os::has_children(thread)
}

/// Kills the processes that a thread of this process started, and theirs, and says which. It must live meanwhile. None
/// where the system does not tell.
#[napi]
pub fn end_descendants(thread: u32) -> Vec<u32> {
    os::end_descendants(thread)
}

/// As `endDescendants`, on a thread of its own.
#[napi(ts_return_type = "Promise<Array<number>>")]
pub fn end_descendants_in_background(env: &Env, thread: u32) -> Result<Object<'_>> {
    let (deferred, promise) = env.create_deferred()?;
    os::in_background(move || os::end_descendants(thread), move |ended| deferred.resolve(|_| Ok(ended)));
    Ok(promise)
}

/// Kills the processes whose environment holds the entry `marker` (`NAME=value`), and says which. It looks at every
/// process of the machine. None where the system does not tell.
#[napi]
pub fn end_marked(marker: String) -> Vec<u32> {
    os::end_marked(&marker)
}

/// As `endMarked`, on a thread of its own.
#[napi(ts_return_type = "Promise<Array<number>>")]
pub fn end_marked_in_background(env: &Env, marker: String) -> Result<Object<'_>> {
    let (deferred, promise) = env.create_deferred()?;
    os::in_background(move || os::end_marked(&marker), move |ended| deferred.resolve(|_| Ok(ended)));
    Ok(promise)
}

/// Takes ended children of this process out of the process table. Only for those whose thread is gone: Node.js waits for
/// the others.
#[napi]
pub fn reap_processes(processes: Vec<u32>) {
    os::reap(&processes);
}

/// Ends this process at once, whatever its threads are doing.
#[napi]
pub fn end_now(status: i32) {
    os::end_now(status)
}

#[expect(clippy::cast_precision_loss, reason = "sizes of texts are far below 2^53")]
fn to_number(size: usize) -> f64 {
    size as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates, as a limit should")]
fn to_size(number: f64) -> usize {
    number as usize
}
