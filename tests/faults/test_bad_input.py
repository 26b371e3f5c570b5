"""Which test covers each kind of bad input; every test named here must exist."""

from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
CASES = {
    "unknown experiment, data set, method, scale or key in the config":
        "bench/test_plan.py::test_a_mistake_in_the_config_is_one_line_with_the_nearest_choice",
    "the same mistakes through Snakemake":
        "workflow/test_pipeline.py::test_a_typo_in_the_config_is_one_line_and_status_1",
    "unknown name on the command line":
        "test_main.py::test_bad_input_is_one_line_status_1_and_nothing_half_written",
    "unknown key or name in an experiment":
        "bench/test_experiments.py::test_a_mistake_is_one_line_with_its_place",
    "unknown data set in a study":
        "bench/test_plan.py::test_a_study_of_an_unknown_data_set_is_named",
    "unknown key in a descriptor":
        "data/test_catalogue.py::test_faulty_descriptor_is_one_line_that_names_the_fault",
    "unknown parameter, and a class that does not import":
        "bench/test_fit.py::test_an_unknown_name_is_the_users_mistake_and_not_a_failed_fit",
    "a class that does not import, in a job":
        "test_main.py::test_a_class_that_does_not_exist_fails_the_job_and_leaves_no_block",
    "checksum mismatch: expected, got, file, address; the bad file is not kept":
        "data/test_fetch.py::test_checksum_mismatch_everywhere_names_expected_got_file_and_address",
    "wrong bytes for each data set": "faults/test_mirror.py::test_wrong_bytes_are_never_taken",
    "parsed values that are not those of the catalogue":
        "data/test_prepare.py::test_wrong_content_hash_names_both",
    "tar with a path outside its folder":
        "data/test_packing.py::test_tar_members_outside_the_folder_are_refused",
    "zip with a path outside its folder":
        "data/test_packing.py::test_zip_members_outside_the_folder_are_refused",
    "links in a tar": "data/test_packing.py::test_tar_links_and_devices_are_refused",
    "links in a zip": "data/test_packing.py::test_zip_links_are_refused",
    "a small file that claims 100 GB":
        "faults/test_bombs.py::test_a_file_that_claims_100_gb_is_refused",
    "data of the wrong shape, NaN or infinite features":
        "data/test_prepare.py::test_data_that_contradict_the_descriptor_give_one_line_of_error",
    "a training part of one class":
        "bench/test_fit.py::test_a_training_part_of_one_class_gives_a_run_with_status_error",
    "labels of more than two classes, before the run":
        "command/test_check.py::test_many_classes_for_a_method_of_two_are_a_fault",
    "labels of more or fewer than two classes, in a fit":
        "margin/test_primal_svm.py::test_other_than_two_classes_are_named",
    "downloads beyond their size":
        "data/test_fetch.py::test_files_beyond_their_cap_are_refused_and_not_kept",
    "pickled objects in arrays": "data/formats/test_npz.py::test_npz_refuses_pickled_objects",
    "YAML that builds objects": "test_yaml_files.py::test_yaml_cannot_build_objects",
    "a table of ours": "data/test_local.py::test_a_bad_table_is_one_line_that_names_the_file",
    "a table of words, dates and gaps":
        "data/test_typed_table.py::test_a_mistake_is_one_line_with_place_and_remedy",
    "a table of 5 GB":
        "data/test_typed_table.py::test_a_file_beyond_the_cap_is_refused_before_it_is_read",
    "names that would be markup": "report/test_site.py::test_no_name_becomes_markup",
    "a kill while a file is written":
        "test_files.py::test_a_failing_writer_leaves_the_old_file_and_nothing_beside_it",
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_kind_of_bad_input_has_its_test(case):
    file, _, name = CASES[case].partition("::")
    assert f"\ndef {name}(" in (TESTS / file).read_text(encoding="utf-8")
