#pragma once
// The families, each told in a file of its own: gpt2.cpp, bert.cpp, llama.cpp, gemma.cpp.

#include "pretrained/families.h"

namespace pretrained {

Family gpt2_family();
Family bert_family();
Family roberta_family();
Family distilbert_family();
Family llama_family();
Family mistral_family();
Family qwen2_family();
Family qwen3_family();
Family gemma_family();
Family gemma2_family();
Family gemma3_family();

} // namespace pretrained
