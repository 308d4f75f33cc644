#pragma once

namespace lab {

/// Something chosen in each view, as the program writes it; the desk's test gives it to the views.
inline const char* const all_choices =
    R"({"compare":{"more":true},"heads":{"large":"average","order":"entropy"},)"
    R"("labs":{"mask":{"hide_all":true,"shift":3},"order":{"of_memory":false,"seed":2718281828},"page":"score",)"
    R"("scale":{"heads":4,"keys":64,"seed":3141592653,"temperature":4},"score":{"scores":true}},)"
    R"("race":{"d":512,"doublings":10,"heads":8,"lane":"lstm","length":1024,"mode":"generation","plot":"memory",)"
    R"("reason":"what_if","theory":true,"threads":12},)"
    R"("walkthrough":{"all_terms":true,"code":"pytorch","open":"predict"}})";

} // namespace lab
