// Writes small tokenizers of each kind in the layouts of true ones, and how a reference splits hard cases with them, into
// tests/golden/tokens: what tests/tokens/golden_test.cpp compares with.
//
//     npm install @anush008/tokenizers@0.6 @tensorflow-models/universal-sentence-encoder@1.3 @tensorflow/tfjs-core@3   (anywhere)
//     NODE_PATH=THERE/node_modules node tests/golden/make_tokens.js
//
// The reference is Hugging Face's library "tokenizers" (Rust; the package above is a build of it for Node) and, for the sentence
// encoder's vocabulary, the tokenizer of TensorFlow.js. Vocabularies are learned here from the text below, without chance, so the
// same script writes the same bytes. SentencePiece's table is by make_tokens_table.py.
const fs = require("fs"), path = require("path");
const { Tokenizer } = require("@anush008/tokenizers");
const folder = path.join(__dirname, "tokens");

// ---- What vocabularies are learned from.

const corpus = `The cat sat on the mat because it was tired. The dog didn't sit, it's sleeping; they've seen the cats' mats.
I'll tell you what we're doing: reading the words that stand there and naming the next one, again and again and again.
WHAT'S THAT? The Cat! THE DOG! "Hello, world!" she said – hello, hello. In 2024, 1234 cats ate 567 mice (3.14 each).
    for (int i = 0; i < n; ++i) { sum += a[i]; }    // the sum of all
def attend(q, k, v):\n\tscores = q @ k.T\n\treturn softmax(scores) @ v\n\n\n
Die Katze saß auf der Matte, weil sie müde war. Le chat était fatigué ; où est-il allé ? El niño pequeño duerme mañana.
Кошка сидела на коврике. Η γάτα κάθεται στο χαλί. 猫坐在垫子上，因为它累了。猫が座っている。 고양이가 앉았다.
القطة جلست على السجادة. החתול ישב על השטיח. बिल्ली चटाई पर बैठी थी। แมวนั่งบนเสื่อ 👍 🎉 👩‍👧 ❤️`;

// ---- Hard cases.

const texts = [
    "", " ", "  ", "a", " a", "a ", "The cat sat on the mat because it was tired.", "Hello, world!", "  two before", "two after  ",
    "\t\ttabs\tand \t spaces", "a\nb\n\nc\r\nd\n \ne \n\n  f\n\n\n", "\n", "\n\n\n", "   \n   \n", "run          of          spaces",
    "don't DON'T Don'T don’t I'll I'LL we've WE'VE they're it's IT'S he'd I'm 'twas 'S ''s", "rock 'n' roll cats' O'Neil 5'11\"",
    "12345678901234567890 3.14159 1,000,000 1e-5 0x1F 1st", "½ ² Ⅷ ١٢٣ १२३ 一二三 ①②③ 𝟘𝟙", "$100 €50 +-*/=<>^~`|\\ @#%&_ (a)[b]{c}",
    "snake_case camelCase kebab-case __init__ SCREAMING", "def f(x):\n    return x**2  # comment\n\n\nclass A:\n\tpass\n",
    "for (int i = 0; i < n; ++i) { a[i] += b[i]; }", "https://example.com/path?q=1&r=2#frag a.b@c.org", "...!!!??? --- *** « » „“ ‘’ … – —",
    "naïve café résumé Ångström İstanbul ıs ẞ ß ﬁ ﬂ ǆ Σίσυφος ΣΊΣΥΦΟΣ", "e\u0301te\u0301 n\u0303 a\u0323\u0301 a\u0301\u0323 \u0301alone",
    "\u1e9b\u0323 \u2126 \u212b \u1100\u1161\u11a8 \uac00\u11a8 \u09c7\u09be \u0f77 \u0e33", "👩‍👩‍👧‍👦 🏳️‍🌈 🇬🇷🇫🇷 ❤️ 👍🏽 1️⃣ 🦄",
    "日本語のテキスト、漢字とかな。ﾊﾝｶｸ Ｆｕｌｌ", "今天天气很好，我们去公园。《三国演义》 㐀𠀀豈", "สวัสดีครับ ภาษาไทย", "مرحبا بالعالم السلام عليكم", "שלום עולם צה״ל",
    "नमस्ते दुनिया क्षत्रिय", "한국어 텍스트 각", "Привет, мир! Ёлка", "Η γάτα κάθεται", "ქართული አማርኛ ខ្មែរ བོད་ ᠮᠣᠩᠭᠣᠯ",
    "e\u0301\u0323\u0323\u0323 \ufb01\u0301\u0301 \ufb01\u0301", "z\u0351\u0328\u0302\u0364a\u034a\u0352l\u0345\u034d", "\u00a0non\u00a0breaking\u2003em\u2009thin\u3000wide\u200bzero\u200c\u200d\ufeffmark\u2060",
    "\u0085next\u2028line\u2029para\u180emn\u1680ogham\x1c\x1d\x1e\x1f", "NUL\0inside\0 \x01\x02\x7f\x80\x9f", "\u00adsoft\u00adhyphen\u200e\u200f\u202a",
    "\ue000\uf8ff\u{10ffff}\ufffe\uffff\ufffd\u0378", "𝒜𝓑𝒞 🄰🅱 ⓐⓑ ⒜ ㌀ ㍿ ℡ ™ № ﷺ", "ſ 'ſ K 'K",
    "a<|endoftext|>b <s>c</s> d [MASK]e [CLS]", "<|end|>x<|end|> <|endo", "▁▁ ▁a a▁ ▁ ##ing Ġ Ċ <0x0A> <unk> [UNK]",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "!!!!!!!!!!!!!!!!!!!", "thethethethethe thecatthecat", "ééééééé", "猫猫猫猫猫", "x".repeat(101), "x".repeat(100) + " y",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "tEsTiNg MiXeD CaSe", "MASK mask [mask] newcat cat-new new",
];
// Bytes that are not UTF-8: Latin-1, cut off, too long, a surrogate, beyond Unicode.
const bytes = ["636166e9206e6f6972", "fffe", "6162c3", "61c0af62", "eda08078", "78f4908080", "f09f98", "f09f982079", "e282", "6f6b208080", "f09f91f09f"];
const cases = [...texts.map((text) => Buffer.from(text)), ...bytes.map((hex) => Buffer.from(hex, "hex"))];

// ---- Learning vocabularies.

const counted = (words) => [...words.reduce((counts, word) => counts.set(word, (counts.get(word) ?? 0) + 1), new Map())];

/** Byte pairs as Sennrich et al. 2016 learn them: joins the commonest neighbours, `count` times. spell(word): its first pieces. */
function learnMerges(words, count, spell = (word) => [...word]) {
    let spelled = counted(words).map(([word, times]) => [spell(word), times]);
    const merges = [];
    while (merges.length < count) {
        const pairs = new Map();
        for (const [pieces, times] of spelled)
            for (let i = 0; i + 1 < pieces.length; i++) {
                const pair = pieces[i] + " " + pieces[i + 1];
                pairs.set(pair, (pairs.get(pair) ?? 0) + times);
            }
        if (pairs.size === 0) break;
        const [best] = [...pairs].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0];
        merges.push(best);
        const [left, right] = best.split(" ");
        spelled = spelled.map(([pieces, times]) => {
            const joined = [];
            for (let i = 0; i < pieces.length; i++) {
                const merges = pieces[i] === left && pieces[i + 1] === right;
                joined.push(merges ? left + right : pieces[i]);
                if (merges) i++;
            }
            return [joined, times];
        });
    }
    return merges;
}

/** The commonest parts of words, each with the logarithm of its share; every sign is one of them. */
function learnScores(words, count) {
    const parts = new Map();
    for (const [word, times] of counted(words)) {
        const signs = [...word];
        for (let i = 0; i < signs.length; i++)
            for (let j = i + 1; j <= Math.min(signs.length, i + 8); j++) {
                const part = signs.slice(i, j).join("");
                parts.set(part, (parts.get(part) ?? 0) + times * (j - i));
            }
    }
    const all = [...parts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    const kept = all.filter(([part], rank) => rank < count || [...part].length === 1);
    const total = kept.reduce((sum, [, n]) => sum + n, 0);
    return kept.map(([part, n]) => [part, Math.round(1e4 * Math.log(n / total)) / 1e4]);
}

const numbered = (pieces) => Object.fromEntries([...new Set(pieces)].map((piece, id) => [piece, id]));
const joined = (merges) => merges.map((merge) => merge.replace(" ", ""));

// Bytes as letters, by the bytes that can be seen (src/tokens/byte_letters.h).
const seen = (byte) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
let unseen = 0;
const letters = Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(seen(byte) ? byte : 256 + unseen++));
const asLetters = (text) => [...Buffer.from(text)].map((byte) => letters[byte]).join("");

const gpt2Pattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;
const byteMerges = learnMerges(corpus.match(gpt2Pattern).map(asLetters), 400);
const byteVocabulary = [...letters, ...joined(byteMerges)];
const marked = corpus.split(/\s+/).map((word) => "▁" + word);
const markedMerges = learnMerges(marked, 300);
const fallback = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
const signs = [...new Set(marked.join(""))].filter((sign) => sign < "\u0400"); // the others are spelled by bytes

// ---- The tokenizers.

const added = (id, content, more) => ({ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true, ...more });
const byteLevel = (add_prefix_space, use_regex) => ({ type: "ByteLevel", add_prefix_space, trim_offsets: false, use_regex });
const split = (Regex) => ({ type: "Split", pattern: { Regex }, behavior: "Isolated", invert: false });
const around = (before, after, ids) => ({
    type: "TemplateProcessing",
    single: [...before.map((id) => ({ SpecialToken: { id, type_id: 0 } })), { Sequence: { id: "A", type_id: 0 } },
             ...after.map((id) => ({ SpecialToken: { id, type_id: 0 } }))],
    pair: [{ Sequence: { id: "A", type_id: 0 } }, { Sequence: { id: "B", type_id: 1 } }],
    special_tokens: Object.fromEntries(Object.entries(ids).map(([id, number]) => [id, { id, ids: [number], tokens: [id] }])),
});
const tokenizer = (parts) => ({
    version: "1.0", truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null, ...parts,
});
const bpe = (parts) => ({
    type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: null, end_of_word_suffix: null, fuse_unk: false, byte_fallback: false,
    ignore_merges: false, ...parts,
});

const gpt2Vocabulary = numbered([...byteVocabulary, "<|endoftext|>"]);
const gpt2 = tokenizer({
    added_tokens: [added(gpt2Vocabulary["<|endoftext|>"], "<|endoftext|>")],
    pre_tokenizer: byteLevel(false, true), decoder: byteLevel(true, true),
    model: bpe({ vocab: gpt2Vocabulary, merges: byteMerges }),
});

const robertaVocabulary = numbered(["<s>", "<pad>", "</s>", "<unk>", ...byteVocabulary, "<mask>"]);
const roberta = tokenizer({
    added_tokens: ["<s>", "<pad>", "</s>", "<unk>", "<mask>"].map((text) => added(robertaVocabulary[text], text, { lstrip: text === "<mask>" })),
    pre_tokenizer: byteLevel(false, true), decoder: byteLevel(true, true),
    post_processor: { type: "RobertaProcessing", sep: ["</s>", 2], cls: ["<s>", 0], trim_offsets: false, add_prefix_space: false },
    model: bpe({ vocab: robertaVocabulary, merges: byteMerges }),
});

const llama3Words = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const llama3Count = Object.keys(numbered(byteVocabulary)).length + 2;
const llama3 = tokenizer({
    added_tokens: [added(llama3Count, "<|begin|>"), added(llama3Count + 1, "<|endoftext|>")],
    pre_tokenizer: { type: "Sequence", pretokenizers: [split(llama3Words), byteLevel(false, false)] },
    post_processor: { type: "Sequence", processors: [byteLevel(true, true), around(["<|begin|>"], [], { "<|begin|>": llama3Count })] },
    decoder: byteLevel(true, true),
    // Two words that no merges lead to, which only "ignore_merges" finds.
    model: bpe({ ignore_merges: true, vocab: numbered([...byteVocabulary, "Ġwords", "Ġhello!"]), merges: byteMerges }),
});

const qwenCount = Object.keys(numbered(byteVocabulary)).length;
const qwen = tokenizer({
    added_tokens: [added(qwenCount, "<|endoftext|>"), added(qwenCount + 1, "<|end|>")],
    normalizer: { type: "NFC" },
    pre_tokenizer: { type: "Sequence", pretokenizers: [split(llama3Words.replace("{1,3}", "")), byteLevel(false, false)] },
    post_processor: byteLevel(false, false), decoder: byteLevel(false, false),
    model: bpe({ continuing_subword_prefix: "", end_of_word_suffix: "", vocab: numbered(byteVocabulary), merges: byteMerges.map((merge) => merge.split(" ")) }),
});

const llama2Merges = markedMerges.filter((merge) => [...merge.replace(" ", "")].every((sign) => signs.includes(sign)));
const llama2 = tokenizer({
    added_tokens: ["<unk>", "<s>", "</s>"].map((text, id) => added(id, text)),
    normalizer: { type: "Sequence", normalizers: [{ type: "Prepend", prepend: "▁" }, { type: "Replace", pattern: { String: " " }, content: "▁" }] },
    post_processor: around(["<s>"], [], { "<s>": 1 }),
    decoder: { type: "Sequence", decoders: [{ type: "Replace", pattern: { String: "▁" }, content: " " }, { type: "ByteFallback" }, { type: "Fuse" },
                                            { type: "Strip", content: " ", start: 1, stop: 0 }] },
    model: bpe({ unk_token: "<unk>", fuse_unk: true, byte_fallback: true, merges: llama2Merges,
                 vocab: numbered(["<unk>", "<s>", "</s>", ...fallback, ...signs, ...joined(llama2Merges)]) }),
});

// T5's and XLM-R's form, with a table of SentencePiece's.
const table = fs.readFileSync(path.join(folder, "table.txt"), "utf8").trim();
const unigram = tokenizer({
    added_tokens: ["<pad>", "</s>", "<unk>"].map((text, id) => added(id, text)),
    normalizer: { type: "Sequence", normalizers: [{ type: "Precompiled", precompiled_charsmap: table },
                                                  { type: "Replace", pattern: { Regex: " {2,}" }, content: " " }] },
    pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
    post_processor: around([], ["</s>"], { "</s>": 1 }),
    decoder: { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true },
    model: { type: "Unigram", unk_id: 2, byte_fallback: false, vocab: [["<pad>", 0], ["</s>", 0], ["<unk>", 0], ...learnScores(marked, 350)] },
});

const bytesUnigram = tokenizer({
    added_tokens: [added(0, "<unk>"), added(1, "<s>"), added(2, "</s>")],
    normalizer: { type: "NFKC" },
    pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "first", split: false },
    decoder: { type: "Sequence", decoders: [{ type: "ByteFallback" }, { type: "Metaspace", replacement: "▁", prepend_scheme: "first", split: false }] },
    model: { type: "Unigram", unk_id: 0, byte_fallback: true,
             vocab: [["<unk>", 0], ["<s>", 0], ["</s>", 0], ...fallback.map((piece) => [piece, 0]), ...learnScores(marked, 250).filter(([piece]) => piece < "\u0400" || piece[0] === "▁")] },
});

/** The commonest beginnings of words, and their other parts with "##". */
function learnWordPieces(words, count) {
    const begun = learnScores(words.map((word) => "^" + word), 4 * count).map(([piece]) => piece);
    const pieces = begun.filter((piece) => piece !== "^").map((piece) => (piece[0] === "^" ? piece.slice(1) : "##" + piece));
    const short = pieces.filter((piece) => [...piece.replace("##", "")].length === 1);
    return [...new Set([...short, ...short.map((piece) => piece.replace("##", "")), ...pieces.slice(0, count)])];
}
const bertSpecials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
function bert(lowercase) {
    const text = lowercase ? corpus.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase() : corpus;
    const vocab = numbered([...bertSpecials, ...learnWordPieces(text.match(/\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu), 300)]);
    return tokenizer({
        added_tokens: bertSpecials.map((special, id) => added(id, special)),
        normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: lowercase ? null : false, lowercase },
        pre_tokenizer: { type: "BertPreTokenizer" },
        post_processor: around(["[CLS]"], ["[SEP]"], { "[CLS]": 2, "[SEP]": 3 }),
        decoder: { type: "WordPiece", prefix: "##", cleanup: true },
        model: { type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100, vocab },
    });
}

// CLIP's form: the end of a word is marked.
const clipWords = corpus.toLowerCase().match(/\p{L}+|\p{N}|[^\s\p{L}\p{N}]+/gu).map(asLetters);
const clipMerges = learnMerges(clipWords, 200, (word) => [...word.slice(0, -1), word.at(-1) + "</w>"]);
const clipVocabulary = numbered([...letters, ...letters.map((letter) => letter + "</w>"), ...joined(clipMerges), "<|start|>", "<|endoftext|>"]);
const clip = tokenizer({
    added_tokens: ["<|start|>", "<|endoftext|>"].map((text) => added(clipVocabulary[text], text)),
    normalizer: { type: "Sequence", normalizers: [{ type: "NFC" }, { type: "Replace", pattern: { Regex: "\\s+" }, content: " " }, { type: "Lowercase" }] },
    pre_tokenizer: { type: "Sequence", pretokenizers: [
        { type: "Split", pattern: { Regex: "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+" }, behavior: "Removed", invert: true }, byteLevel(false, true)] },
    post_processor: { type: "RobertaProcessing", sep: ["<|endoftext|>", clipVocabulary["<|endoftext|>"]], cls: ["<|start|>", clipVocabulary["<|start|>"]],
                      trim_offsets: false, add_prefix_space: false },
    decoder: { type: "BPEDecoder", suffix: "</w>" },
    model: bpe({ unk_token: "<|endoftext|>", continuing_subword_prefix: "", end_of_word_suffix: "</w>", vocab: clipVocabulary, merges: clipMerges }),
});

// What the others leave out: more ways to split and to look for added tokens, and unknown characters one by one.
const mixed = tokenizer({
    added_tokens: [added(0, "<unk>"), added(1, "[MASK]", { lstrip: true, rstrip: true }), added(2, "new", { special: false, normalized: true, single_word: true }),
                   added(3, "CAT", { special: false, normalized: true }), added(4, "<|end|>"), added(5, "<|endoftext|>")],
    normalizer: { type: "Sequence", normalizers: [{ type: "NFKD" }, { type: "StripAccents" }, { type: "Lowercase" }, { type: "Strip", strip_left: true, strip_right: true }] },
    pre_tokenizer: { type: "Sequence", pretokenizers: [
        { type: "WhitespaceSplit" }, { type: "Punctuation", behavior: "MergedWithPrevious" }, { type: "Digits", individual_digits: false },
        { type: "Split", pattern: { String: "th" }, behavior: "MergedWithNext", invert: false }, { type: "Split", pattern: { Regex: "[aeiou]+" }, behavior: "Contiguous", invert: false }] },
    post_processor: { type: "BertProcessing", sep: ["<|end|>", 4], cls: ["<|endoftext|>", 5] },
    decoder: { type: "Sequence", decoders: [{ type: "Replace", pattern: { Regex: "e+" }, content: "E" }, { type: "Strip", content: "t", start: 1, stop: 0 }, { type: "Fuse" }] },
    model: bpe({ unk_token: "<unk>", merges: [], vocab: numbered(["<unk>", "[MASK]", "new", "CAT", "<|end|>", "<|endoftext|>", ..."abcdefghijklmnopqrstuvwxyz0123456789.,!?'-()"]) }),
});

// As in the encoder's own, no sign beyond U+FFFF, which its tokenizer counts as two.
const scored = [["\ufffd", 0], ["<s>", 0], ["</s>", 0], ["extra_1", 0], ["extra_2", 0], ["extra_3", 0],
                ...learnScores(marked, 300).filter(([piece]) => piece.length === [...piece].length)];

// ---- What the reference answers.

// Whose places in the text are compared. The others normalize: where one character becomes another, the reference gives a piece
// the place of some of the characters that it came from, and here it has that of all.
const placed = ["gpt2", "roberta", "llama3", "bert_cased"];

/** The bytes at which its characters begin, and the end. */
function places(text) {
    const begins = [0];
    for (const sign of text) begins.push(begins.at(-1) + Buffer.byteLength(sign));
    return begins;
}

async function answers(name, json) {
    const reference = Tokenizer.fromString(JSON.stringify(json));
    const all = [];
    for (const each of cases) {
        const text = each.toString("utf8"); // U+FFFD for what is not UTF-8
        const encoding = await reference.encode(text);
        const ids = encoding.getIds(), begins = places(text);
        const answer = { ids, text: await reference.decode(ids, true) };
        if (placed.includes(name)) answer.places = encoding.getOffsets().map((ends) => ends.map((end) => begins[end]));
        all.push(answer);
    }
    return all;
}

function tensorFlowAnswers() {
    const { Tokenizer: Unigram } = require("@tensorflow-models/universal-sentence-encoder/dist/tokenizer");
    const reference = new Unigram(scored);
    return cases.map((each) => ({ ids: reference.encode(each.toString("utf8")) }));
}

const lines = (list) => "[\n" + list.map((each) => JSON.stringify(each)).join(",\n") + "\n]\n";
const write = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
};
const writeVocabulary = (name, json) => {
    write(`${name}/vocab.json`, JSON.stringify(json.model.vocab));
    write(`${name}/merges.txt`, ["#version: 0.2", ...json.model.merges, ""].join("\n"));
};
const writeWords = (name, json) => {
    const pieces = Object.entries(json.model.vocab).sort(([, a], [, b]) => a - b); // else "1" would come first
    write(`${name}/vocab.txt`, pieces.map(([piece]) => piece + "\n").join(""));
};

async function main() {
    write("cases.json", JSON.stringify({ texts, bytes }, null, 0));
    const known = { gpt2, roberta, llama3, qwen, llama2, unigram, bytes_unigram: bytesUnigram, bert_uncased: bert(true), bert_cased: bert(false), clip, mixed };
    for (const [name, json] of Object.entries(known)) {
        if (name === "gpt2" || name === "roberta") writeVocabulary(name, json);
        else if (name.startsWith("bert_")) writeWords(name, json);
        else write(`${name}/tokenizer.json`, JSON.stringify(json));
        write(`${name}/answers.json`, lines(await answers(name, json)));
    }
    write("encoder/vocab.json", JSON.stringify(scored));
    write("encoder/answers.json", lines(tensorFlowAnswers()));
}
main();
