#pragma once

namespace lab {

/// Something chosen in each view, as the program writes it; the desk's test gives it to the views.
inline const char* const all_choices =
    R"({"compare":{"more":true},"heads":{"large":"average","order":"entropy"},)"
    R"("labs":{"blocks":{"block":1,"keys":"4","moment":2,"queries":"1"},"mask":{"hide_all":true,"shift":3},"order":{"of_memory":false,"seed":2718281828},"page":"score",)"
    R"("place":{"alibi_head":2,"base":"500000","elsewhere":false,"key_place":3,"key_word":5,"pair":1,"query_place":9,)"
    R"("query_word":7,"scheme":"alibi"},)"
    R"("scale":{"heads":4,"keys":64,"seed":3141592653,"temperature":4},"score":{"scores":true}},)"
    R"("race":{"d":512,"doublings":10,"heads":8,"lane":"lstm","length":1024,"mode":"generation","plot":"memory",)"
    R"("reason":"what_if","theory":true,"threads":12},)"
    R"("walkthrough":{"all_terms":true,"code":"pytorch","open":"predict"}})";

} // namespace lab
